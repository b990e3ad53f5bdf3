// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// status is the part of a status that Karmada collects from a member.
type status struct {
	ReadyReplicas *int32 `json:"readyReplicas"`
}

// AggregateStatus sets status.readyReplicas to the sum over the members and leaves the rest of the status alone. A member
// without a status counts 0. A member whose status cannot be read counts 0 too and is named in a warning, so that it
// does not lose the others. A sum beyond int32 is an error. The field is written anew if what stands there is no count.
func (Workload) AggregateStatus(req *interpreter.Request) ([]byte, []string, error) {
	var object struct {
		Status *struct {
			ReadyReplicas jsontext.Value `json:"readyReplicas"`
		} `json:"status"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return nil, nil, err
	}
	ready, warnings, err := interpreter.Sum(req, "status.readyReplicas", func(s *status) *int32 { return s.ReadyReplicas })
	if err != nil {
		return nil, nil, err
	}
	var have *int32
	if object.Status != nil {
		have = integer(object.Status.ReadyReplicas)
	}
	p := patch.New()
	patch.Set(p.Object("status", object.Status != nil), "readyReplicas", have, &ready)
	changes, err := p.JSON()
	return changes, warnings, err
}

// integer returns the value as a count, nil if it is anything else.
func integer(value jsontext.Value) *int32 {
	n, err := strconv.ParseInt(string(value), 10, 32)
	if err != nil {
		return nil
	}
	c := int32(n)
	return &c
}

// InterpretStatus returns {"readyReplicas": n}, with 0 where the member has not reported.
func (Workload) InterpretStatus(req *interpreter.Request) (json.RawMessage, error) {
	var object struct {
		Status status `json:"status"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return nil, err
	}
	ready, err := view.Count(object.Status.ReadyReplicas, 0, "object.status.readyReplicas")
	if err != nil {
		return nil, err
	}
	return append(strconv.AppendInt([]byte(`{"readyReplicas":`), int64(ready), 10), '}'), nil
}

// InterpretHealth reports whether as many replicas are ready as are desired. Without a status that is false, or true if 0
// are desired; it is not an error.
func (Workload) InterpretHealth(req *interpreter.Request) (bool, error) {
	var object struct {
		Spec struct {
			Replicas *int32 `json:"replicas"`
		} `json:"spec"`
		Status status `json:"status"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return false, err
	}
	desired, err := view.Count(object.Spec.Replicas, 1, "object.spec.replicas")
	if err != nil {
		return false, err
	}
	ready, err := view.Count(object.Status.ReadyReplicas, 0, "object.status.readyReplicas")
	return ready == desired, err
}
