// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"workload.example.io/interpreter/internal/cli/page"
)

// TestDivide shows the rules one by one. Karmada's own function is the judge in test/contract.
func TestDivide(t *testing.T) {
	tests := map[string]struct {
		reason   string
		replicas int32
		weights  []int64
		uid      string
		want     []int32
	}{
		"exact":            {reason: "9 by 1:2 has no remainder", replicas: 9, weights: []int64{1, 2}, want: []int32{3, 6}},
		"rounded":          {reason: "9 by 1:3 is rounded to the nearest", replicas: 9, weights: []int64{1, 3}, want: []int32{2, 7}},
		"a tie":            {reason: "without a uid the first name wins", replicas: 1, weights: []int64{1, 1}, want: []int32{1, 0}},
		"a tie, other uid": {reason: "an odd hash of the uid turns the order round", replicas: 1, weights: []int64{1, 1}, uid: "b", want: []int32{0, 1}},
		"no share":         {reason: "a member without weight gets nothing", replicas: 4, weights: []int64{0, 1}, want: []int32{0, 4}},
		"no weights":       {reason: "without any weight all weigh the same", replicas: 4, weights: []int64{0, 0}, want: []int32{2, 2}},
		"nothing":          {reason: "0 replicas are divided into 0", weights: []int64{2, 1}, want: []int32{0, 0}},
		"nobody":           {reason: "no member gets anything", replicas: 3},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var members []page.Share
			for i, weight := range test.weights {
				members = append(members, page.Share{Name: string(rune('a' + i)), Weight: weight})
			}
			var got []int32
			for _, share := range page.Divide(test.replicas, members, test.uid) {
				got = append(got, share.Replicas)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
}
