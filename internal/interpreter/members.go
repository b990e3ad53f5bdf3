// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter

import (
	"fmt"
	"math"
	"slices"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// EachStatus calls read with the status of each member cluster that has reported one, decoded into a T, a view struct. A
// status that cannot be decoded or that read refuses is left out, so that one member does not lose the others; the warnings
// name those members and say why. They are sorted, so that they do not depend on the order of the members.
func EachStatus[T any](req *Request, read func(cluster string, status *T) error) (warnings []string) {
	for i := range req.AggregatedStatus {
		member := &req.AggregatedStatus[i]
		if member.Status == nil || len(member.Status.Raw) == 0 {
			continue
		}
		status := new(T)
		err := view.Value(member.Status.Raw, "status", status)
		if err == nil {
			err = read(member.ClusterName, status)
		}
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("member cluster %q is left out: %v", member.ClusterName, err))
		}
	}
	slices.Sort(warnings)
	return warnings
}

// Sum adds up a count over the statuses of all members, with the warnings of EachStatus. The path, such as
// "status.readyReplicas", is where the count stands, for messages. A member without a count adds 0, a negative one is left
// out. A sum beyond int32 is an error.
func Sum[T any](req *Request, path string, count func(*T) *int32) (sum int32, warnings []string, err error) {
	var total int64
	warnings = EachStatus(req, func(_ string, status *T) error {
		n, err := view.Count(count(status), 0, path)
		total += int64(n)
		return err
	})
	if total > math.MaxInt32 {
		return 0, nil, fmt.Errorf("cannot aggregate %s of %d member clusters: want a sum of at most %d",
			path, len(req.AggregatedStatus), math.MaxInt32)
	}
	return int32(total), warnings, nil
}
