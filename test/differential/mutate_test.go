// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package differential

import (
	"maps"
	"slices"
	"strings"
)

// mutate changes a template in ways that a Go struct cannot: members that are null, objects and arrays that are empty or
// hold null, members that no version of Kubernetes knows, and quantities that are numbers.
func (g generator) mutate(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			value[name] = g.member(name, value[name])
		}
		if g.rarely() {
			value["unknown"] = map[string]any{"name": "nobody", "secretRef": map[string]any{"name": "nobody"}, "sources": []any{nil}}
		}
	case []any:
		for i := range value {
			value[i] = g.mutate(value[i])
		}
		if g.rarely() {
			return append(value, nil)
		}
	}
	return value
}

func (g generator) rarely() bool { return g.IntN(60) == 0 }

func (g generator) member(name string, value any) any {
	switch value.(type) {
	case map[string]any:
		if g.rarely() {
			return map[string]any{}
		}
	case []any:
		if g.rarely() {
			return []any{}
		}
	}
	switch {
	case g.rarely():
		return nil
	case name == "requests" || name == "limits" || name == "overhead":
		return g.quantities(value)
	}
	return g.mutate(value)
}

func (g generator) quantities(value any) any {
	list, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		switch text, _ := list[name].(string); {
		case g.rarely():
			list[name] = nil
		case g.rarely():
			list[name] = g.number()
		case g.rarely():
			list[name] = " " + strings.TrimSpace(text) + " "
		}
	}
	return value
}

func (g generator) number() any {
	return []any{int64(0), int64(7), int64(-3), int64(1) << 62, 0.5, 1.25e-7, 1e30, -2.5}[g.IntN(8)]
}
