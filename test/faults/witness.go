// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// Question is a small call that is answered with a patch.
const Question = `{"request":{"uid":"u1","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},` +
	`"operation":"ReviseReplica","object":{"spec":{"replicas":3}},"replicas":2}}`

// Witness is a normal caller beside an attack. It keeps a connection, opens another for each call and probes, all in turn.
type Witness struct {
	URL, Probe  string
	Kept, Fresh *http.Client

	mu      sync.Mutex
	Calls   int
	Lost    int
	Slowest time.Duration
	Slow    string // which call was the slowest
	First   error  // the first call that was lost
}

// Watch calls until the context ends.
func (w *Witness) Watch(ctx context.Context) {
	for {
		for name, call := range map[string]func() error{
			"kept":  func() error { return w.ask(w.Kept) },
			"fresh": func() error { return w.ask(w.Fresh) },
			"probe": w.probe,
		} {
			began := time.Now()
			err := call()
			w.note(name, time.Since(began), err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (w *Witness) note(name string, took time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Calls++
	if took > w.Slowest {
		w.Slowest, w.Slow = took, name
	}
	if err != nil {
		w.Lost++
		if w.First == nil {
			w.First = err
		}
	}
}

func (w *Witness) ask(client *http.Client) error {
	response, err := client.Post(w.URL, "application/json", bytes.NewReader([]byte(Question)))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && !bytes.Contains(text, []byte(`"successful":true,"patch":`)) {
		err = fmt.Errorf("want an answer, got %s %s", response.Status, text)
	}
	return err
}

func (w *Witness) probe() error {
	if w.Probe == "" {
		return nil // this server has none
	}
	response, err := w.Fresh.Get(w.Probe)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("want a probe that succeeds, got %s", response.Status)
	}
	return nil
}
