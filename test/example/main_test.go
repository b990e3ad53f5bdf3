// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"queues.example.com/interpreter/queue"
	"workload.example.io/interpreter/function/kind"
)

// TestHandler asks over HTTP, as it is served by the Functions Framework.
func TestHandler(t *testing.T) {
	server := httptest.NewServer(kind.Handler(queue.Kind()))
	defer server.Close()
	body := `{"request":{"uid":"u1","kind":{"group":"queues.example.com","version":"v1","kind":"Queue"},
		"operation":"InterpretHealth","object":{"spec":{"broker":{"replicas":3}},"status":{"readyBrokers":1}}}}`
	response, err := http.Post(server.URL, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || !strings.Contains(string(answer), `"healthy":false`) {
		t.Errorf("got %s, %v, want an unhealthy Queue", answer, err)
	}
}
