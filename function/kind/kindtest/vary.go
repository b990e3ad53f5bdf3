// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kindtest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// decode reads JSON so that numbers keep their form, nil if it is none.
func decode(document []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

// marshal writes what decode has read. Members are sorted, so the same value gives the same bytes.
func marshal(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // values of decode can always be encoded
	}
	return bytes.TrimSpace(out.Bytes())
}

// paths are the places of all values in a document, as JSON pointers, outermost first.
func paths(value any) []string {
	list := []string{""}
	for name, member := range members(value) {
		for _, below := range paths(member) {
			list = append(list, "/"+name+below)
		}
	}
	return list
}

var escapes, unescapes = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

// members visits the members of an object in order, or the items of a list, by their reference tokens.
func members(value any) func(func(string, any) bool) {
	return func(yield func(string, any) bool) {
		switch value := value.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(value)) {
				if !yield(escapes.Replace(name), value[name]) {
					return
				}
			}
		case []any:
			for i, item := range value {
				if !yield(strconv.Itoa(i), item) {
					return
				}
			}
		}
	}
}

// with returns a copy of the document in which change has been applied to the value at the path, a JSON pointer in which
// "*" stands for every member or item. It returns the new value and whether there is to be one.
func with(value any, path string, change func(any) (any, bool)) any {
	if path == "" {
		changed, _ := change(value)
		return changed
	}
	token, rest, deeper := strings.Cut(path[1:], "/")
	if deeper {
		inner := change
		change = func(v any) (any, bool) { return with(v, "/"+rest, inner), true }
	}
	if token == "*" {
		for token := range members(value) {
			value = with(value, "/"+token, change)
		}
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		name := unescapes.Replace(token)
		if _, there := value[name]; !there && deeper {
			return value
		}
		changed := maps.Clone(value)
		if member, keep := change(value[name]); keep {
			changed[name] = member
		} else {
			delete(changed, name)
		}
		return changed
	case []any:
		i, err := strconv.Atoi(token)
		if err != nil || i >= len(value) {
			return value
		}
		changed := slices.Clone(value)
		if item, keep := change(value[i]); keep {
			changed[i] = item
			return changed
		}
		return slices.Delete(changed, i, i+1)
	}
	return value
}

func to(replacement any) func(any) (any, bool) {
	return func(any) (any, bool) { return replacement, true }
}

func gone(any) (any, bool) { return nil, false }

// without returns a copy of the document without the values at the pointers, and without parents of theirs that are then
// empty or null: a patch may have had to create them.
func without(value any, pointers []string) any {
	for _, pointer := range pointers {
		value = with(value, pointer, gone)
		for at := strings.LastIndexByte(pointer, '/'); at > 0; at = strings.LastIndexByte(pointer[:at], '/') {
			value = with(value, pointer[:at], func(parent any) (any, bool) {
				object, ok := parent.(map[string]any)
				return parent, parent != nil && (!ok || len(object) > 0)
			})
		}
	}
	return value
}

// unknown is a member that no kind knows, with values whose form must survive.
const unknownName = "kindtest.example.com/unknown"

var unknown = decode([]byte(`{"a~b/c": [1.50, 1e400, -0, 123456789012345678901234567890, null, {}, []], "text": "é<&>\u2028"}`))

// inject adds the unknown member to every object of the document, but not to maps of texts, such as labels.
func inject(value any) any {
	switch value := value.(type) {
	case map[string]any:
		injected := map[string]any{}
		for name, member := range value {
			injected[name] = inject(member)
		}
		if !isTexts(value) {
			injected[unknownName] = unknown
		}
		return injected
	case []any:
		injected := make([]any, len(value))
		for i, item := range value {
			injected[i] = inject(item)
		}
		return injected
	}
	return value
}

// isTexts reports whether the value is an object that holds only texts, such as labels or a node selector.
func isTexts(value any) bool {
	object, ok := value.(map[string]any)
	for _, member := range object {
		_, text := member.(string)
		ok = ok && text
	}
	return ok
}
