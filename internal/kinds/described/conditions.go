// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"fmt"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
)

// checkConditions wants a list of objects, or nothing: one member whose conditions cannot be merged must not lose the others.
func checkConditions(raw []byte) error {
	const place = "status.conditions"
	if raw == nil {
		return nil
	}
	elements, ok := document.Elements(raw)
	switch kind := document.KindName(raw); {
	case kind != "array":
		return &view.Error{Path: place, Want: "array", Got: kind}
	case !ok:
		return &view.Error{Path: place, Want: fmt.Sprintf("array of at most %d elements", document.MaxElements), Got: "longer one"}
	}
	for i, element := range elements {
		if kind := document.KindName(element); kind != "object" && kind != "null" {
			return &view.Error{Path: fmt.Sprintf("%s[%d]", place, i), Want: "object", Got: kind}
		}
	}
	return nil
}
