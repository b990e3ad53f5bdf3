// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/cli/testcase"
)

// TestWritten checks that a case is written in the order in which it is read, whole, and as Read takes it.
func TestWritten(t *testing.T) {
	object := json.RawMessage(`{"apiVersion":"example.com/v1","kind":"Gizmo","metadata":{"name":"a"}}`)
	text, err := testcase.Written{
		Name: "as it is", Operation: "Retain", DesiredObj: object, ObservedObj: object, InputReplicas: 2,
		StatusItems: []workv1alpha2.AggregatedStatusItem{{ClusterName: "member1"}}, Output: map[string]any{"retained": object},
	}.YAML()
	if err != nil {
		t.Fatal(err)
	}
	const gizmo = ":\n  apiVersion: example.com/v1\n  kind: Gizmo\n  metadata:\n    name: a\n"
	want := "name: as it is\noperation: Retain\ndesiredObj" + gizmo + "observedObj" + gizmo +
		"statusItems:\n- clusterName: member1\ninputReplicas: 2\noutput:\n  retained:\n    apiVersion: example.com/v1\n    kind: Gizmo\n    metadata:\n      name: a\n"
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	file := filepath.Join(t.TempDir(), "case.yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cases, err := testcase.Read(file)
	if err != nil || len(cases) != 1 || cases[0].Name != "as it is" {
		t.Errorf("got %v, %v, want the case", cases, err)
	}
}
