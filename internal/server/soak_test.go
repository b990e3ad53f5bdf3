// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	interpreters "workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/webhook"
)

// recorded returns the bodies of the recorded calls as Karmada sends them.
func recorded(t *testing.T) [][]byte {
	t.Helper()
	paths, err := filepath.Glob("../../function/testdata/calls/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded calls: %v", err)
	}
	var bodies [][]byte
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			if file.Name == "request.json" {
				var body bytes.Buffer
				if err := json.Compact(&body, file.Data); err != nil {
					t.Fatal(err)
				}
				bodies = append(bodies, body.Bytes())
			}
		}
	}
	return bodies
}

// ask sends n of the bodies over as many connections as there are workers and returns how many were not answered.
func ask(web *http.Client, url string, bodies [][]byte, n, workers int) int {
	lost := make([]int, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < n; i += workers {
				response, err := web.Post(url, "application/json", bytes.NewReader(bodies[i%len(bodies)]))
				if err != nil {
					lost[worker]++
					continue
				}
				if _, err = io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
					lost[worker]++
				}
				response.Body.Close()
			}
		})
	}
	group.Wait()
	sum := 0
	for _, n := range lost {
		sum += n
	}
	return sum
}

// TestNoGrowth answers 100,000 recorded calls in a row. Neither memory nor goroutines grow.
func TestNoGrowth(t *testing.T) {
	calls, workers := 100_000, 4
	if testing.Short() {
		calls = 2_000
	}
	r := start(t, config(), interpreter())
	web, bodies := client(t, nil, false), recorded(t)
	lost := ask(web, "http://"+r.address, bodies, 1000, workers) // pools and connections are filled
	goroutines, memory := runtime.NumGoroutine(), heap()
	lost += ask(web, "http://"+r.address, bodies, calls, workers)
	if lost > 0 {
		t.Errorf("%d calls of %d were lost", lost, calls)
	}
	memory, goroutines = heap()-memory, runtime.NumGoroutine()-goroutines
	t.Logf("%d calls, memory grew by %d KiB, goroutines by %d", calls, memory>>10, goroutines)
	if memory > 2<<20 || goroutines > 3*workers { // three belong to each connection, client and server together
		t.Errorf("memory grew by %d bytes, goroutines by %d", memory, goroutines)
	}
}

// panicking is a kind with a bug.
type panicking struct{}

func (panicking) InterpretHealth(*interpreters.Request) (bool, error) {
	var none []bool
	return none[0], nil
}

// TestPanic forces a panic: the call is answered with its uid, the connection stays open and the process lives.
func TestPanic(t *testing.T) {
	kinds := interpreters.NewKinds(interpreters.Kind{GroupVersionKind: metav1.GroupVersionKind{Kind: "Panicking"}, Interpreter: panicking{}})
	r := start(t, config(), webhook.New(kinds, nil))
	web := client(t, nil, false)
	for range 3 {
		status, _, body, err := call(web, "http://"+r.address, strings.NewReader(`{"request":{"uid":"u7","kind":{"kind":"Panicking"},"operation":"InterpretHealth"}}`))
		if err != nil || status != http.StatusOK || !strings.Contains(body, `"uid":"u7","successful":false`) {
			t.Errorf("got %d %s %v", status, body, err)
		}
	}
}
