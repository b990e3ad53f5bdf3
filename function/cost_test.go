// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// What a call of n bytes may take: a constant and so much for each byte. The factors are four times what the dearest known
// bodies take, so that a slow machine passes and a body that costs more than its size does not.
const (
	memoryOfCall, memoryOfByte = 256 << 10, 64
	timeOfCall, timeOfByte     = 250 * time.Millisecond, 2 * time.Microsecond
)

// FuzzCost sends any bytes, in bulk, and watches what a call takes. Bytes are repeated, because a price is seen in bulk.
func FuzzCost(f *testing.F) {
	for _, c := range readCalls(f) {
		f.Add(string(c.file("request.json")), "", "", uint16(0))
	}
	const head = `{"request":{"uid":"u1","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"operation":`
	f.Add(head+`"InterpretReplica","object":{"spec":{"template":{"spec":{"containers":[{}`, ",{}", `]}}}}}}`, uint16(50_000))
	f.Add(head+`"AggregateStatus","object":{},"aggregatedStatus":[{}`, ",{}", `]}}`, uint16(50_000))
	f.Add(head+`"AggregateStatus","object":{},"aggregatedStatus":[{}`, `,{"clusterName":"a","status":{}}`, `]}}`, uint16(9_000))
	f.Add(head+`"InterpretDependency","object":{"spec":{"template":{"spec":{"volumes":[{}`, `,{"secret":{"secretName":"a"}}`, `]}}}}}}`, uint16(20_000))
	f.Add(head+`"Retain","object":{"spec":{}},"observedObject":{"spec":{"a":`, "[", "", uint16(60_000))
	f.Fuzz(func(t *testing.T, before, repeated, after string, times uint16) {
		body := []byte(before + strings.Repeat(repeated, int(times)) + after)
		if len(body) > 4<<20 {
			return
		}
		var start, end runtime.MemStats
		runtime.ReadMemStats(&start)
		began := time.Now()
		answer := post(body)
		took := time.Since(began)
		runtime.ReadMemStats(&end)
		size := uint64(len(body) + answer.Body.Len())
		if got, most := end.TotalAlloc-start.TotalAlloc, memoryOfCall+memoryOfByte*size; got > most {
			t.Errorf("a call of %d bytes takes %d bytes of memory, want at most %d: %.300s", size, got, most, body)
		}
		if most := timeOfCall + time.Duration(size)*timeOfByte; took > most {
			t.Errorf("a call of %d bytes takes %s, want at most %s: %.300s", size, took, most, body)
		}
	})
}
