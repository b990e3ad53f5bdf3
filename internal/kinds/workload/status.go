// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/patch"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// status is the part of a status that Karmada collects from a member.
type status struct {
	ReadyReplicas count `json:"readyReplicas"`
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
	ready, warnings, err := sum(req)
	if err != nil {
		return nil, nil, err
	}
	var have count
	if object.Status != nil {
		have = integer(object.Status.ReadyReplicas)
	}
	b := patch.Within("status", object.Status != nil)
	patch.Set(b, "readyReplicas", have, &ready)
	patch, err := b.JSON()
	return patch, warnings, err
}

// sum adds up the ready replicas of all members. Neither the sum nor the warnings depend on the order of the members.
func sum(req *interpreter.Request) (int32, []string, error) {
	var total int64
	var warnings []string
	for i := range req.AggregatedStatus {
		member := &req.AggregatedStatus[i]
		ready, err := memberReady(member)
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("member cluster %q is left out: %v", member.ClusterName, err))
		}
		total += int64(ready)
	}
	if total > math.MaxInt32 {
		return 0, nil, fmt.Errorf("cannot aggregate status.readyReplicas of %d member clusters: want a sum of at most %d",
			len(req.AggregatedStatus), math.MaxInt32)
	}
	slices.Sort(warnings)
	return int32(total), warnings, nil
}

func memberReady(member *workv1alpha2.AggregatedStatusItem) (int32, error) {
	if member.Status == nil || len(member.Status.Raw) == 0 {
		return 0, nil
	}
	var reported status
	if err := view.Value(member.Status.Raw, "status", &reported); err != nil {
		return 0, err
	}
	return number(reported.ReadyReplicas, 0, "status.readyReplicas")
}

// integer returns the value as a count, nil if it is anything else.
func integer(value jsontext.Value) count {
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
	ready, err := number(object.Status.ReadyReplicas, 0, "object.status.readyReplicas")
	if err != nil {
		return nil, err
	}
	return append(strconv.AppendInt([]byte(`{"readyReplicas":`), int64(ready), 10), '}'), nil
}

// InterpretHealth tells whether as many replicas are ready as are desired. Without a status that is false, or true if 0
// are desired; it is not an error.
func (Workload) InterpretHealth(req *interpreter.Request) (bool, error) {
	var object struct {
		Spec struct {
			Replicas count `json:"replicas"`
		} `json:"spec"`
		Status status `json:"status"`
	}
	if err := view.Object(req.Object.Raw, "object", &object); err != nil {
		return false, err
	}
	desired, err := number(object.Spec.Replicas, 1, "object.spec.replicas")
	if err != nil {
		return false, err
	}
	ready, err := number(object.Status.ReadyReplicas, 0, "object.status.readyReplicas")
	return ready == desired, err
}
