// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"fmt"
	"maps"
	"slices"

	"workload.example.io/interpreter/internal/kinds/described/celenv"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// The fields of what expressions give.
var (
	requirementFields = celenv.Fields{"nodeClaim": nil, "resourceRequest": nil, "namespace": nil, "priorityClassName": nil}
	componentFields   = celenv.Fields{"name": nil, "replicas": nil, "template": nil, "requirements": requirementFields}
	dependencyFields  = celenv.Fields{"apiVersion": nil, "kind": nil, "namespace": nil, "name": nil, "labelSelector": nil}
)

// known refuses fields that nothing reads in the maps that an expression gives.
func (c *compiler) known(e *expression, fields celenv.Fields) {
	if e == nil {
		return
	}
	for _, u := range e.Unknown(fields) {
		c.fail(e.text, u.Offset, fmt.Sprintf("unknown field %q", u.Name)+strictyaml.Suggest(u.Name, slices.Sorted(maps.Keys(u.Of))))
	}
}
