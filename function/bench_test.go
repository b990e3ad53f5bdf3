// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"workload.example.io/interpreter/function"
)

// discard is a ResponseWriter that keeps nothing but the status, so that a benchmark measures the handler alone.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }

// body is a request body that can be read again.
type body struct{ bytes.Reader }

func (*body) Close() error { return nil }

func benchmark(b *testing.B, document []byte) {
	b.Helper()
	benchmarkHandler(b, http.HandlerFunc(function.InterpretWorkload), document)
}

func benchmarkHandler(b *testing.B, handler http.Handler, document []byte) {
	b.Helper()
	var compact bytes.Buffer
	if err := json.Compact(&compact, document); err != nil {
		b.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, "/", nil)
	if err != nil {
		b.Fatal(err)
	}
	reader := &body{}
	request.Header.Set("Content-Type", "application/json")
	request.ContentLength = int64(compact.Len())
	writer := &discard{header: http.Header{}}
	b.SetBytes(int64(compact.Len()))
	b.ReportAllocs()
	for b.Loop() {
		reader.Reset(compact.Bytes())
		request.Body = reader // a handler may put another one there
		clear(writer.header)
		handler.ServeHTTP(writer, request)
	}
	if writer.status != http.StatusOK {
		b.Fatalf("got status %d, want 200", writer.status)
	}
}

// BenchmarkCall answers each recorded call.
func BenchmarkCall(b *testing.B) {
	for _, c := range readCalls(b) {
		b.Run(c.name(), func(b *testing.B) { benchmark(b, c.file("request.json")) })
	}
}

// BenchmarkSize shows whether the cost per byte stays flat as the body grows, for an operation that skips the pod
// template and for one that reads it.
func BenchmarkSize(b *testing.B) {
	for _, operation := range []string{"ReviseReplica", "InterpretDependency"} {
		for _, size := range []int{1 << 10, 5 << 10, 32 << 10, 256 << 10, 1 << 20, 6 << 20} {
			b.Run(fmt.Sprintf("%s/%dKiB", operation, size>>10), func(b *testing.B) {
				benchmark(b, sized(operation, size))
			})
		}
	}
}

// BenchmarkMembers aggregates the statuses of a growing fleet.
func BenchmarkMembers(b *testing.B) {
	for _, members := range []int{1, 10, 100, 1000, 5000} {
		b.Run(fmt.Sprint(members), func(b *testing.B) {
			var statuses []string
			for i := range members {
				statuses = append(statuses, fmt.Sprintf(`{"clusterName":"member%d","status":{"readyReplicas":%d},"applied":true,"health":"Healthy"}`, i, i))
			}
			benchmark(b, fmt.Appendf(nil, `{"request":{"uid":"u","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},`+
				`"operation":"AggregateStatus","object":{"spec":{"replicas":3}},"aggregatedStatus":[%s]}}`, strings.Join(statuses, ",")))
		})
	}
}

// sized is a request of about the given size in bytes, with an environment of ordinary variables.
func sized(operation string, size int) []byte {
	const variable = `{"name":"SOME_SETTING_OF_THE_PROGRAM","value":"an ordinary value, neither long nor short"}`
	variables := strings.Repeat(variable+",", max(0, (size-700)/(len(variable)+1))) + variable
	return fmt.Appendf(nil, `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","request":{"uid":"u",`+
		`"kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"name":"nginx","namespace":"default",`+
		`"operation":%q,"object":{"apiVersion":"workload.example.io/v1alpha1","kind":"Workload","metadata":{"name":"nginx"},`+
		`"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"nginx","image":"nginx","env":[%s]}]}}}},"replicas":2}}`, operation, variables)
}
