// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import "testing"

func TestRecorded(t *testing.T) {
	all, err := Recorded("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range Operations {
		if len(Of(all, operation)) == 0 {
			t.Errorf("no recorded call asks %s", operation)
		}
	}
	counts := map[string]int{}
	for _, call := range Mix(all) {
		counts[string(call.Operation)]++
	}
	for operation, n := range counts {
		if want := counts[string(Operations[0])]; n != want {
			t.Errorf("%s is asked %d times in the mix, want %d like the others", operation, n, want)
		}
	}
	if _, err := Recorded(t.TempDir()); err == nil {
		t.Error("want an error where nothing is recorded")
	}
}

func TestGrowth(t *testing.T) {
	for _, size := range []int{1 << 10, 5 << 10, 6 << 20} {
		call, err := Sized(size)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(call.Body); got < size*9/10 || got > size {
			t.Errorf("got a body of %d bytes, want about %d", got, size)
		}
	}
	call, err := Members(5000)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(call.Request.AggregatedStatus); got != 5000 {
		t.Errorf("got %d statuses, want 5000", got)
	}
}
