// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter_test

import (
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
)

// gizmo is a second kind: it supports two operations, and one of them has a bug.
type gizmo struct{}

func (gizmo) InterpretHealth(*interpreter.Request) (bool, error) { return true, nil }

func (gizmo) Retain(req *interpreter.Request) ([]byte, error) {
	panic("contents of " + string(req.Object.Raw))
}

var gizmoKind = interpreter.Kind{
	GroupVersionKind: metav1.GroupVersionKind{Group: "example.com", Version: "v1", Kind: "Gizmo"},
	Interpreter:      gizmo{},
}

func TestSupportedOperations(t *testing.T) {
	if got, want := gizmoKind.Operations(), []interpreter.Operation{"Retain", "InterpretHealth"}; !slices.Equal(got, want) {
		t.Errorf("what a kind implements is what it supports: got %v, want %v", got, want)
	}
}

func TestAnswer(t *testing.T) {
	kinds := interpreter.MustRegistry(gizmoKind)
	gizmo := gizmoKind.GroupVersionKind
	tests := map[string]struct {
		reason  string
		kind    metav1.GroupVersionKind
		op      interpreter.Operation
		code    int32
		message string
	}{
		"supported":         {reason: "dispatched by group and kind", kind: gizmo, op: "InterpretHealth"},
		"another version":   {reason: "every version of the group is answered", kind: metav1.GroupVersionKind{Group: "example.com", Version: "v9", Kind: "Gizmo"}, op: "InterpretHealth"},
		"another group":     {reason: "the same kind elsewhere is another kind", kind: metav1.GroupVersionKind{Group: "x", Version: "v1", Kind: "Gizmo"}, op: "InterpretHealth", code: 400, message: `supported: Gizmo.example.com`},
		"another operation": {reason: "the message lists what is supported", kind: gizmo, op: "Prune", code: 400, message: `cannot answer operation "Prune" for kind Gizmo; supported: Retain, InterpretHealth`},
		"a long name":       {reason: "a name from outside is cut and quoted", kind: gizmo, op: interpreter.Operation(strings.Repeat("x\n", 1000)), code: 400, message: `x\nx..." for kind Gizmo`},
		"a bug":             {reason: "a panic is an answer with the uid, without what it says", kind: gizmo, op: "Retain", code: 500, message: "the interpreter has a bug"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req := &interpreter.Request{UID: "uid", Kind: test.kind, Operation: test.op}
			req.Object.Raw = []byte("secret")
			response := kinds.Interpret(req)
			if response.UID != "uid" || response.Successful != (test.code == 0) {
				t.Fatalf("%s: got %+v", test.reason, response)
			}
			if test.code == 0 {
				return
			}
			if response.Status.Code != test.code || !strings.Contains(response.Status.Message, test.message) || strings.Contains(response.Status.Message, "secret") {
				t.Errorf("%s: got %+v, want code %d and %q", test.reason, response.Status, test.code, test.message)
			}
		})
	}
}

func TestMistakesInTheTable(t *testing.T) {
	tests := map[string]struct {
		reason string
		kinds  []interpreter.Kind
	}{
		"twice":   {reason: "which one would answer?", kinds: []interpreter.Kind{gizmoKind, gizmoKind}},
		"nothing": {reason: "a kind without operations is a typing mistake", kinds: []interpreter.Kind{{Interpreter: struct{}{}}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: want a panic at start", test.reason)
				}
			}()
			interpreter.MustRegistry(test.kinds...)
		})
	}
}
