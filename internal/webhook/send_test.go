// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/webhook"
)

// TestAnswerBeforeObserver has the observer wait for the caller, who has the whole answer already.
func TestAnswerBeforeObserver(t *testing.T) {
	answered, waited := make(chan struct{}), make(chan bool, 1)
	kinds := interpreter.MustRegistry(interpreter.Kind{GroupVersionKind: metav1.GroupVersionKind{Kind: "Broken", Version: "v1"}, Interpreter: broken{}})
	server := httptest.NewServer(webhook.New(kinds, func(*webhook.Call) {
		select {
		case <-answered:
			waited <- false
		case <-time.After(10 * time.Second):
			waited <- true
		}
	}))
	defer server.Close()
	response, err := http.Post(server.URL, "application/json", strings.NewReader(question("Retain", "{}")))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	close(answered)
	if err != nil || !strings.Contains(string(body), `"successful":true`) || response.ContentLength != int64(len(body)) {
		t.Errorf("want a successful answer with its length, got %d of %d bytes: %s: %v", len(body), response.ContentLength, body, err)
	}
	if <-waited {
		t.Error("the answer waits for the observer")
	}
}
