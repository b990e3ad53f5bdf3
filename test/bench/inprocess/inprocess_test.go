// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"

	"workload.example.io/interpreter/function"
	"workload.example.io/interpreter/test/bench/calls"
	"workload.example.io/interpreter/test/contract"
)

// TestEquivalent checks that the scripts answer every recorded call as the function does, so that like is compared with
// like.
func TestEquivalent(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(function.InterpretWorkload))
	defer server.Close()
	roots := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	client, err := contract.NewClient(server.URL, roots, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	scripts, err := Lua()
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := calls.Recorded("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range recorded {
		t.Run(call.Name, func(t *testing.T) {
			q, err := scripts.Question(call.Request)
			if err != nil {
				t.Fatal(err)
			}
			got, err := scripts.Ask(q)
			if err != nil {
				t.Fatal(err)
			}
			want, err := client.Interpret(t.Context(), &request.Attributes{Operation: q.operation, Object: q.object, ObservedObj: q.observed,
				ReplicasSet: int32(q.replicas), AggregatedStatus: q.statuses})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(normal(t, want), normal(t, got)); diff != "" {
				t.Errorf("the script answers otherwise than the function (-function +script)\n%s", diff)
			}
		})
	}
}

// TestNative checks that the native interpreter takes the recorded calls as questions about a Deployment.
func TestNative(t *testing.T) {
	recorded, err := calls.Recorded("../../..")
	if err != nil {
		t.Fatal(err)
	}
	interpreter := Native()
	for _, call := range recorded {
		if call.Operation == "InterpretComponent" {
			continue // it has none
		}
		q, err := interpreter.Question(call.Request)
		if err == nil {
			_, err = interpreter.Ask(q)
		}
		if err != nil {
			t.Errorf("%s: %v", call.Name, err)
		}
	}
}

// normal returns a value as its JSON means it, without what is empty: Lua has no empty objects, and drops them.
func normal(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var same any
	if err := json.Unmarshal(text, &same); err != nil {
		t.Fatal(err)
	}
	return filled(same)
}

func filled(value any) any {
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for name, member := range value {
			if member = filled(member); member != nil {
				kept[name] = member
			}
		}
		if len(kept) > 0 {
			return kept
		}
		return nil
	case []any:
		var kept []any
		for _, item := range value {
			kept = append(kept, filled(item))
		}
		if len(kept) > 0 {
			return kept
		}
		return nil
	}
	return value
}
