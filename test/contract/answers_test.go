// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"encoding/json"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

const meta = `"apiVersion":"workload.example.io/v1alpha1","kind":"Workload","metadata":{"name":"nginx","namespace":"default"}`

// object makes a Workload with the members that follow its metadata.
func object(t *testing.T, members string) *unstructured.Unstructured {
	t.Helper()
	return parse(t, strings.TrimSuffix("{"+meta+","+members, ",")+"}")
}

func parse(t *testing.T, document string) *unstructured.Unstructured {
	t.Helper()
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON([]byte(document)); err != nil {
		t.Fatal(err)
	}
	return object
}

func newClient(t *testing.T, url string, timeoutSeconds int32) *Client {
	t.Helper()
	client, err := NewClient(url, caBundle, timeoutSeconds)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// same reports whether two JSON documents mean the same.
func same(t *testing.T, a, b string) bool {
	t.Helper()
	return normal(t, a) == normal(t, b)
}

func normal(t *testing.T, document string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(document), &value); err != nil {
		t.Fatalf("%v in %s", err, document)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAnswers asks every operation through Karmada's client and looks at what Karmada makes of the answer.
func TestAnswers(t *testing.T) {
	client := newClient(t, functionURL, 10)
	member := func(cluster, status string) workv1alpha2.AggregatedStatusItem {
		return workv1alpha2.AggregatedStatusItem{ClusterName: cluster, Status: &runtime.RawExtension{Raw: []byte(status)}}
	}
	tests := map[string]struct {
		reason     string
		operation  configv1alpha1.InterpreterOperation
		object     string
		observed   string
		replicas   int32
		statuses   []workv1alpha2.AggregatedStatusItem
		want       string
		components bool
	}{
		"replicas": {
			reason: "replicas and requirements arrive in the scheduler's types", operation: "InterpretReplica",
			object: `"spec":{"replicas":3,"template":{"spec":{"nodeSelector":{"disk":"ssd"},"containers":[{"name":"a","resources":{"requests":{"cpu":"100m"}}}]}}}`,
			want:   `{"replicas":3,"replicaRequirements":{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"resourceRequest":{"cpu":"100m"}}}`,
		},
		"no replicas": {
			reason: "absent means 1 and needs no requirements", operation: "InterpretReplica",
			object: `"spec":{"template":{}}`, want: `{"replicas":1,"replicaRequirements":null}`,
		},
		"components": {
			reason: "one component named main", operation: "InterpretComponent", components: true,
			object: `"spec":{"replicas":2,"template":{}}`, want: `[{"name":"main","replicas":2}]`,
		},
		"revise": {
			reason: "only replicas change", operation: "ReviseReplica", replicas: 2,
			object: `"spec":{"replicas":3,"unknown":{"kept":1.50},"template":{}}`,
			want:   `{` + meta + `,"spec":{"replicas":2,"unknown":{"kept":1.50},"template":{}}}`,
		},
		"revise nothing": {
			reason: "no patch leaves the object as it is", operation: "ReviseReplica", replicas: 3,
			object: `"spec":{"replicas":3,"template":{}}`, want: `{` + meta + `,"spec":{"replicas":3,"template":{}}}`,
		},
		"retain": {
			reason: "paused of the member wins", operation: "Retain",
			object: `"spec":{"replicas":3,"template":{}}`, observed: `"spec":{"replicas":9,"paused":true,"template":{}}`,
			want: `{` + meta + `,"spec":{"replicas":3,"paused":true,"template":{}}}`,
		},
		"aggregate": {
			reason: "the sum over the members, one of them without a status", operation: "AggregateStatus",
			object:   `"spec":{},"status":{"conditions":[]}`,
			statuses: []workv1alpha2.AggregatedStatusItem{member("member1", `{"readyReplicas":2}`), {ClusterName: "member2"}, member("member3", `{"readyReplicas":1}`)},
			want:     `{` + meta + `,"spec":{},"status":{"conditions":[],"readyReplicas":3}}`,
		},
		"status": {
			reason: "exactly readyReplicas", operation: "InterpretStatus",
			object: `"spec":{},"status":{"readyReplicas":2,"other":1}`, want: `{"readyReplicas":2}`,
		},
		"no status": {
			reason: "an explicit 0", operation: "InterpretStatus", object: `"spec":{}`, want: `{"readyReplicas":0}`,
		},
		"healthy": {
			reason: "all are ready", operation: "InterpretHealth", object: `"spec":{"replicas":2},"status":{"readyReplicas":2}`, want: `true`,
		},
		"not yet healthy": {
			reason: "no status is not an error, which would become Unknown and an Event", operation: "InterpretHealth",
			object: `"spec":{"replicas":2}`, want: `false`,
		},
		"dependencies": {
			reason: "sorted, with namespaces", operation: "InterpretDependency",
			object: `"spec":{"template":{"spec":{"serviceAccountName":"sa","containers":[{"name":"a","envFrom":[{"secretRef":{"name":"s"}},{"configMapRef":{"name":"c"}}]}]}}}`,
			want: `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"default","name":"c"},{"apiVersion":"v1","kind":"Secret","namespace":"default","name":"s"},` +
				`{"apiVersion":"v1","kind":"ServiceAccount","namespace":"default","name":"sa"}]`,
		},
		"no dependencies": {
			reason: "an empty list is an answer", operation: "InterpretDependency", object: `"spec":{"template":{}}`, want: `null`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.components && !hasComponents {
				t.Skip("this Karmada release does not know InterpretComponent")
			}
			q := Input{Operation: test.operation, Object: object(t, test.object), Replicas: test.replicas, Statuses: test.statuses}
			if test.observed != "" {
				q.Observed = object(t, test.observed)
			}
			got, err := client.Ask(t.Context(), q)
			if err != nil {
				t.Fatalf("%s: %v", test.reason, err)
			}
			if !same(t, got, test.want) {
				t.Errorf("%s: got %s, want %s", test.reason, got, test.want)
			}
		})
	}
}
