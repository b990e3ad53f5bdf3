// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
)

func TestExitCodes(t *testing.T) {
	tests := map[string]struct {
		err  error
		want int
	}{
		"nil":           {want: 0},
		"found":         {err: errFound, want: 1},
		"input":         {err: errors.New("cannot read a file"), want: 2},
		"bad URL":       {err: &client.Fault{Name: client.BadURL}, want: 2},
		"fault":         {err: &client.Fault{Name: client.Timeout}, want: 3},
		"wrapped fault": {err: fmt.Errorf("case 1: %w", &client.Fault{Name: client.HTML}), want: 3},
		"interrupted":   {err: &client.Fault{Name: client.Interrupted}, want: 130},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := report(io.Discard, test.err); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// TestInterrupt shows that a command that waits for an endpoint ends when it is interrupted.
func TestInterrupt(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	server := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		interrupt()
		<-r.Context().Done()
	}))
	defer server.Close()
	bundle := filepath.Join(t.TempDir(), "ca.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(bundle, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	root := newRoot([]interpreter.Kind{workload.Kind()})
	root.SetArgs([]string{"check", server.URL, "--ca-file", bundle, "--timeout-seconds", "30"})
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	if code := report(io.Discard, root.ExecuteContext(ctx)); code != exitStopped {
		t.Errorf("got exit code %d, want %d", code, exitStopped)
	}
}
