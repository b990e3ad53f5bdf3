// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"encoding/json"
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
	const without = "cannot read the object: want apiVersion and kind, got an object without them"
	tests := map[string]struct{ reason, object, want string }{
		"nothing":     {"no file", ``, "cannot decode object: want object, got nothing"},
		"list":        {"no object", `[]`, "cannot decode object: want object, got array"},
		"text":        {"no object", `"text"`, "cannot decode object: want object, got string"},
		"empty":       {"nobody could be asked", `{}`, without},
		"no version":  {"nobody could be asked", `{"kind":"Workload"}`, without},
		"no kind":     {"nobody could be asked", `{"apiVersion":"v1"}`, without},
		"bad version": {"a group has no slash", `{"apiVersion":"a/b/c","kind":"Workload"}`, without},
		"namespace n": {"which is false in YAML", `{"apiVersion":"v1","kind":"Workload","metadata":{"namespace":false}}`,
			"cannot decode object.metadata.namespace: want string, got boolean"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := (Input{Object: []byte(test.object)}).Request(); err == nil || err.Error() != test.want {
				t.Errorf("%s: got error %v, want %s", test.reason, err, test.want)
			}
		})
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
