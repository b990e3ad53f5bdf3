// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInput(t *testing.T) {
	request, err := Input{Operation: "Retain", Object: []byte(nginx), Observed: []byte(`{}`)}.Request()
	if err != nil {
		t.Fatal(err)
	}
	if request.UID == "" {
		t.Error("want a uid")
	}
	request.UID = ""
	got, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"uid":"","kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"name":"nginx","namespace":"default",` +
		`"operation":"Retain","object":` + nginx + `,"observedObject":{},"replicas":0}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestInputWithoutObject(t *testing.T) {
	for _, object := range []string{``, `[]`, `"text"`, `{}`, `{"kind":"Workload"}`, `{"apiVersion":"v1"}`, `{"apiVersion":"a/b/c","kind":"Workload"}`} {
		if _, err := (Input{Object: []byte(object)}).Request(); err == nil || !strings.HasPrefix(err.Error(), "cannot read the object: want ") {
			t.Errorf("%s: got error %v", object, err)
		}
	}
}

func TestOperation(t *testing.T) {
	if got, err := Operation("interpretREPLICA"); err != nil || got != "InterpretReplica" {
		t.Errorf("names are found in any case: got %s, %v", got, err)
	}
	if _, err := Operation("*"); err == nil {
		t.Error("want an error for a name that is none")
	}
}
