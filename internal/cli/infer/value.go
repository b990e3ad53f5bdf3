// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// value makes a value of the schema, the smallest that it is known to take.
func value(s *Schema, name string) any {
	switch {
	case s == nil:
		return map[string]any{}
	case len(s.Default) > 0:
		return decode(s.Default)
	case len(s.Enum) > 0:
		return decode(s.Enum[0])
	case s.IntOrString, s.Type == "integer", s.Type == "number":
		if s.Minimum != nil && *s.Minimum > 1 {
			return int64(*s.Minimum)
		}
		return int64(1)
	case s.Type == "boolean":
		return false
	case s.Type == "string":
		return text(s, name)
	case s.Type == "array":
		elements := []any{}
		for range s.MinItems {
			elements = append(elements, value(s.Items, name))
		}
		return elements
	}
	object := map[string]any{}
	for _, required := range s.Required {
		object[required] = value(s.Properties[required], required)
	}
	return object
}

func decode(data []byte) any {
	var v any
	_ = json.Unmarshal(data, &v) // it was read as JSON before
	return v
}

// text makes a text that the pattern takes, "example" where none of the usual ones is taken.
func text(s *Schema, name string) string {
	candidates := []string{"example", "10m", "1", "v1", "https://example.com/example", "oci://example.com/example",
		"sha256:0000000000000000000000000000000000000000000000000000000000000000", "2026-01-01T00:00:00Z", "main@sha1:0000000000000000000000000000000000000000"}
	if s.Format == "date-time" {
		return "2026-01-01T00:00:00Z"
	}
	if strings.HasSuffix(strings.ToLower(name), "url") {
		candidates = slices.Insert(candidates, 0, "https://example.com/example")
	}
	pattern, err := regexp.Compile(s.Pattern)
	if err != nil {
		return candidates[0]
	}
	for _, candidate := range candidates {
		if pattern.MatchString(candidate) && len(candidate) >= s.MinLength {
			return candidate
		}
	}
	return "example"
}
