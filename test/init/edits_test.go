// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package init_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// operationNames are what the table calls the fields of a description, in its order.
var operationNames = [][2]string{{"variables", "variables"}, {"replicaResource", "replicas"}, {"componentResource", "components"},
	{"replicaRevision", "revision"}, {"retention", "retention"}, {"statusReflection", "reflection"}, {"statusAggregation", "aggregation"},
	{"healthInterpretation", "health"}, {"dependencyInterpretation", "dependencies"}}

// edits tells what a finished description has beyond the untouched one: for each operation how many values came and went. A value
// is a path, a number or an expression; comments, order and white space do not count.
func edits(t *testing.T, untouched, finished string) string {
	t.Helper()
	before, after := sections(t, untouched), sections(t, finished)
	var parts []string
	same := 0
	for _, name := range operationNames {
		old, fresh := before[name[0]], after[name[0]]
		added, removed := minus(fresh, old), minus(old, fresh)
		switch {
		case len(added)+len(removed) == 0:
			same += min(1, len(old)) // an operation that both lack does not count
		case len(old) == 0:
			parts = append(parts, fmt.Sprintf("%s new (+%d)", name[1], len(added)))
		case len(fresh) == 0:
			parts = append(parts, name[1]+" dropped")
		default:
			parts = append(parts, fmt.Sprintf("%s +%d −%d", name[1], len(added), len(removed)))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	if same > 0 {
		parts = append(parts, fmt.Sprintf("%d unchanged", same))
	}
	return strings.Join(parts, ", ")
}

// sections are the values of each operation of a description.
func sections(t *testing.T, file string) map[string]map[string]bool {
	t.Helper()
	var description struct {
		Spec map[string]any `json:"spec"`
	}
	if err := yaml.Unmarshal([]byte(read(t, file)), &description); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]bool{}
	for name, value := range description.Spec {
		if text, short := value.(string); short {
			value = map[string]any{"expression": text}
		}
		all[name] = map[string]bool{}
		collect(all[name], "", value)
	}
	return all
}

func collect(into map[string]bool, path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			collect(into, path+"."+name, member)
		}
	case []any:
		for _, element := range value {
			if rule, ok := element.(map[string]any); ok && rule["path"] != nil { // the name of the rule is its path
				collect(into, path+"."+fmt.Sprint(rule["path"]), rule)
				continue
			}
			if text, short := element.(string); short {
				collect(into, path+"."+text+".path", text)
				continue
			}
			collect(into, path, element)
		}
	default:
		into[path+"="+strings.Join(strings.Fields(fmt.Sprint(value)), " ")] = true
	}
}

func minus(a, b map[string]bool) []string {
	var rest []string
	for _, value := range slices.Sorted(maps.Keys(a)) {
		if !b[value] {
			rest = append(rest, value)
		}
	}
	return rest
}
