// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	interpreters "workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/serve/server"
)

// recorded returns the bodies of the recorded calls as Karmada sends them.
func recorded(t *testing.T) [][]byte {
	t.Helper()
	paths, err := filepath.Glob("../../../function/testdata/calls/*.txtar")
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

// batch is how many calls a worker sends before it reads their answers, which saves time for the test, not for the server.
const batch = 100

// ask sends n of the bodies over as many connections as there are workers and returns how many were answered.
func ask(t *testing.T, connections []net.Conn, bodies [][]byte, n int) int {
	t.Helper()
	answered := make([]int, len(connections))
	var group sync.WaitGroup
	for worker, connection := range connections {
		group.Go(func() {
			reader := bufio.NewReader(connection)
			for sent := 0; sent < n/len(connections); sent += batch {
				var requests bytes.Buffer
				for i := range batch {
					requests.WriteString(post(string(bodies[(sent+i+worker)%len(bodies)])))
				}
				written := make(chan error, 1)
				go func() {
					_, err := connection.Write(requests.Bytes())
					written <- err
				}()
				for range batch {
					response, err := http.ReadResponse(reader, nil)
					if err != nil {
						t.Error(err)
						return
					}
					if _, err := io.Copy(io.Discard, response.Body); err == nil && response.StatusCode == http.StatusOK {
						answered[worker]++
					}
				}
				if err := <-written; err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	sum := 0
	for _, n := range answered {
		sum += n
	}
	return sum
}

// TestNoGrowth answers 100,000 recorded calls in a row. Neither memory nor goroutines grow.
func TestNoGrowth(t *testing.T) {
	calls := 100_000
	if testing.Short() {
		calls = 2_000
	}
	r := start(t, config(), interpreter())
	connections := make([]net.Conn, 4)
	for i := range connections {
		connection, err := net.Dial("tcp", r.address)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		connections[i] = connection
	}
	bodies := recorded(t)
	ask(t, connections, bodies, 2000) // pools and connections are filled
	goroutines, memory := runtime.NumGoroutine(), heap()
	got := ask(t, connections, bodies, calls)
	memory, goroutines = heap()-memory, runtime.NumGoroutine()-goroutines
	t.Logf("%d calls sent, %d answered, memory grew by %d KiB, goroutines by %d", calls, got, memory>>10, goroutines)
	if got != calls {
		t.Errorf("%d of %d calls were lost", calls-got, calls)
	}
	if memory > 2<<20 || goroutines > 2 {
		t.Errorf("memory grew by %d bytes, goroutines by %d", memory, goroutines)
	}
}

// panicking is a kind with a bug.
type panicking struct{}

func (panicking) InterpretHealth(*interpreters.Request) (bool, error) {
	panic("a bug")
}

// TestPanic forces a panic: the call is answered with its uid, the connection stays open and the process lives.
func TestPanic(t *testing.T) {
	r := start(t, config(), limited(interpreters.Kind{GroupVersionKind: metav1.GroupVersionKind{Kind: "Panicking", Version: "v1"}, Interpreter: panicking{}}))
	web := client(t, nil, false)
	for range 3 {
		status, _, body, err := call(web, "http://"+r.address, strings.NewReader(`{"request":{"uid":"u7","kind":{"kind":"Panicking"},"operation":"InterpretHealth"}}`))
		if err != nil || status != http.StatusOK || !strings.Contains(body, `"uid":"u7","successful":false`) {
			t.Errorf("got %d %s %v", status, body, err)
		}
	}
}

// TestPanicOutside forces a panic where no uid is known: the log has the stack without the value, and the process lives.
func TestPanicOutside(t *testing.T) {
	var log bytes.Buffer
	s, err := server.New(config(), http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("canary") }),
		slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := serve(t, s)
	for range 2 {
		if _, _, _, err := call(client(t, nil, false), "http://"+r.address, strings.NewReader(question)); err == nil {
			t.Error("want a connection that breaks off")
		}
	}
	if err := r.ended(t); err != nil {
		t.Error(err)
	}
	if got := log.String(); strings.Count(got, "stack=") != 2 || !strings.Contains(got, "TestPanicOutside") || strings.Contains(got, "canary") {
		t.Errorf("want two stacks and no value, got:\n%s", got)
	}
}
