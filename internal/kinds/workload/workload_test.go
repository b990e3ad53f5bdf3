// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package workload_test

import (
	"encoding/json"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
)

// answer gives the part of the response that belongs to the operation as JSON, "no patch" or the error's message.
func answer(t *testing.T, operation, request string) string {
	t.Helper()
	kind := workload.Kind()
	var req interpreter.Request
	if err := json.Unmarshal([]byte(request), &req); err != nil {
		t.Fatalf("%v in %s", err, request)
	}
	req.UID, req.Operation, req.Kind = "uid", interpreter.Operation(operation), kind.GroupVersionKind
	response := interpreter.MustRegistry(kind).Interpret(&req)
	if !response.Successful {
		return response.Status.Message
	}
	return part(t, req.Operation, &response.ResourceInterpreterResponse)
}

func part(t *testing.T, operation interpreter.Operation, response *configv1alpha1.ResourceInterpreterResponse) string {
	t.Helper()
	var value any
	switch operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		value = []any{response.Replicas, response.ReplicaRequirements}
	case configv1alpha1.InterpreterOperationInterpretComponent:
		value = response.Components
	case configv1alpha1.InterpreterOperationInterpretStatus:
		value = response.RawStatus
	case configv1alpha1.InterpreterOperationInterpretHealth:
		value = response.Healthy
	case configv1alpha1.InterpreterOperationInterpretDependency:
		value = response.Dependencies
	default:
		if response.Patch == nil {
			return "no patch"
		}
		value = &runtime.RawExtension{Raw: response.Patch}
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOperations(t *testing.T) {
	const retain = `"metadata":{"labels":{"resourcetemplate.karmada.io/retain-replicas":"true"}},`
	type example struct{ reason, request, want string }
	tests := map[string][]example{
		"InterpretReplica": {
			{"spec.replicas", `{"object":{"spec":{"replicas":3}}}`, `[3,null]`},
			{"0 is kept", `{"object":{"spec":{"replicas":0}}}`, `[0,null]`},
			{"absent means 1", `{"object":{"spec":{}}}`, `[1,null]`},
			{"null means absent", `{"object":{"spec":{"replicas":null}}}`, `[1,null]`},
			{"no spec", `{"object":{}}`, `[1,null]`},
			{"negative", `{"object":{"spec":{"replicas":-1}}}`, `cannot decode object.spec.replicas: want integer from 0 to 2147483647, got negative number`},
			{"beyond int32", `{"object":{"spec":{"replicas":2147483648}}}`, `cannot decode object.spec.replicas: want integer from -2147483648 to 2147483647, got number out of range`},
			{"a number that no float holds", `{"object":{"spec":{"replicas":1e400}}}`, `cannot decode object.spec.replicas: want integer, got number with a fraction or an exponent`},
			{"a priority class alone requires nothing", `{"object":{"spec":{"template":{"spec":{"priorityClassName":"high"}}}}}`, `[1,null]`},
			{"a limit stands in for a request, the largest init container counts, overhead is added",
				`{"object":{"spec":{"template":{"spec":{"overhead":{"cpu":"10m"},"initContainers":[{"name":"i","resources":{"requests":{"memory":"2Gi"}}}],` +
					`"containers":[{"name":"a","resources":{"limits":{"cpu":"100m","memory":"1Gi"}}},{"name":"b","resources":{"requests":{"cpu":"200m"}}}]}}}}}`,
				`[1,{"resourceRequest":{"cpu":"310m","memory":"2Gi"}}]`},
			{"an unreadable quantity", `{"object":{"spec":{"template":{"spec":{"containers":[{"resources":{"requests":{"cpu":"lots"}}}]}}}}}`,
				`cannot decode object.spec.template.spec.containers[0].resources.requests.cpu: want quantity, got string`},
		},
		"InterpretComponent": {
			{"one component", `{"object":{"spec":{"replicas":2,"template":{"spec":{"priorityClassName":"high","nodeSelector":{"disk":"ssd"}}}}}}`,
				`[{"name":"main","replicas":2,"replicaRequirements":{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"priorityClassName":"high"}}]`},
			{"absent means 1", `{"object":{}}`, `[{"name":"main","replicas":1}]`},
		},
		"ReviseReplica": {
			{"replicas alone", `{"object":{"spec":{"replicas":3}},"replicas":2}`, `[{"op":"add","path":"/spec/replicas","value":2}]`},
			{"already so", `{"object":{"spec":{"replicas":2}},"replicas":2}`, `no patch`},
			{"absent is not an explicit 1", `{"object":{"spec":{}},"replicas":1}`, `[{"op":"add","path":"/spec/replicas","value":1}]`},
			{"0 is written", `{"object":{"spec":{}},"replicas":0}`, `[{"op":"add","path":"/spec/replicas","value":0}]`},
			{"a missing parent is made", `{"object":{},"replicas":2}`, `[{"op":"add","path":"/spec","value":{"replicas":2}}]`},
			{"a null parent is replaced", `{"object":{"spec":null},"replicas":2}`, `[{"op":"add","path":"/spec","value":{"replicas":2}}]`},
			{"no replicas", `{"object":{"spec":{}}}`, `cannot decode request.replicas: want integer, got nothing`},
			{"negative", `{"object":{"spec":{}},"replicas":-1}`, `cannot decode request.replicas: want integer from 0 to 2147483647, got negative number`},
		},
		"Retain": {
			{"paused in the member wins", `{"object":{"spec":{}},"observedObject":{"spec":{"paused":true}}}`, `[{"op":"add","path":"/spec/paused","value":true}]`},
			{"false wins too", `{"object":{"spec":{"paused":true}},"observedObject":{"spec":{"paused":false}}}`, `[{"op":"add","path":"/spec/paused","value":false}]`},
			{"absent wins too", `{"object":{"spec":{"paused":true}},"observedObject":{"spec":{}}}`, `[{"op":"remove","path":"/spec/paused"}]`},
			{"equal", `{"object":{"spec":{"paused":true}},"observedObject":{"spec":{"paused":true}}}`, `no patch`},
			{"absent in both", `{"object":{"spec":{}},"observedObject":{"spec":{}}}`, `no patch`},
			{"a member without a spec", `{"object":{"spec":{"paused":true}},"observedObject":{}}`, `[{"op":"remove","path":"/spec/paused"}]`},
			{"replicas belong to the template without the label", `{"object":{"spec":{"replicas":1}},"observedObject":{"spec":{"replicas":5}}}`, `no patch`},
			{"replicas under the label", `{"object":{` + retain + `"spec":{"replicas":1}},"observedObject":{"spec":{"replicas":5}}}`, `[{"op":"add","path":"/spec/replicas","value":5}]`},
			{"absent replicas under the label", `{"object":{` + retain + `"spec":{"replicas":1}},"observedObject":{"spec":{}}}`, `[{"op":"remove","path":"/spec/replicas"}]`},
			{"the label counts on the desired object", `{"object":{"spec":{"replicas":1}},"observedObject":{` + retain + `"spec":{"replicas":5}}}`, `no patch`},
			{"the label has one value", `{"object":{` + strings.Replace(retain, "true", "True", 1) + `"spec":{"replicas":1}},"observedObject":{"spec":{"replicas":5}}}`, `no patch`},
			{"both into a missing parent", `{"object":{` + retain + `"x":1},"observedObject":{"spec":{"paused":true,"replicas":5}}}`,
				`[{"op":"add","path":"/spec","value":{"paused":true}},{"op":"add","path":"/spec/replicas","value":5}]`},
			{"a negative count", `{"object":{` + retain + `"spec":{}},"observedObject":{"spec":{"replicas":-5}}}`,
				`cannot decode observedObject.spec.replicas: want integer from 0 to 2147483647, got negative number`},
			{"no observed object", `{"object":{"spec":{}}}`, `cannot decode observedObject: want object, got nothing`},
		},
		"AggregateStatus": {
			{"the sum", `{"object":{"status":{"readyReplicas":1}},"aggregatedStatus":[{"clusterName":"a","status":{"readyReplicas":2}},{"clusterName":"b","status":{"readyReplicas":3}}]}`,
				`[{"op":"add","path":"/status/readyReplicas","value":5}]`},
			{"already so", `{"object":{"status":{"readyReplicas":5}},"aggregatedStatus":[{"clusterName":"a","status":{"readyReplicas":5}}]}`, `no patch`},
			{"no member yet", `{"object":{}}`, `[{"op":"add","path":"/status","value":{"readyReplicas":0}}]`},
			{"members without a status count 0", `{"object":{"status":{}},"aggregatedStatus":[{"clusterName":"a"},{"clusterName":"b","status":{}},{"clusterName":"c","status":null},{"clusterName":"d","status":{"readyReplicas":1}}]}`,
				`[{"op":"add","path":"/status/readyReplicas","value":1}]`},
			{"an unreadable member does not lose the others", `{"object":{"status":{}},"aggregatedStatus":[{"clusterName":"a","status":"x"},{"clusterName":"b","status":{"readyReplicas":3}}]}`,
				`[{"op":"add","path":"/status/readyReplicas","value":3}]`},
			{"what stands there and is no count is written anew", `{"object":{"status":{"readyReplicas":"x"}}}`, `[{"op":"add","path":"/status/readyReplicas","value":0}]`},
			{"the largest sum", `{"object":{},"aggregatedStatus":[{"clusterName":"a","status":{"readyReplicas":2147483646}},{"clusterName":"b","status":{"readyReplicas":1}}]}`,
				`[{"op":"add","path":"/status","value":{"readyReplicas":2147483647}}]`},
			{"a sum beyond int32", `{"object":{},"aggregatedStatus":[{"clusterName":"a","status":{"readyReplicas":2147483647}},{"clusterName":"b","status":{"readyReplicas":1}}]}`,
				`cannot aggregate status.readyReplicas of 2 member clusters: want a sum of at most 2147483647`},
		},
		"InterpretStatus": {
			{"exactly one field", `{"object":{"status":{"readyReplicas":2,"conditions":[]}}}`, `{"readyReplicas":2}`},
			{"an explicit 0", `{"object":{}}`, `{"readyReplicas":0}`},
			{"negative", `{"object":{"status":{"readyReplicas":-1}}}`, `cannot decode object.status.readyReplicas: want integer from 0 to 2147483647, got negative number`},
		},
		"InterpretHealth": {
			{"all ready", `{"object":{"spec":{"replicas":2},"status":{"readyReplicas":2}}}`, `true`},
			{"too few", `{"object":{"spec":{"replicas":2},"status":{"readyReplicas":1}}}`, `false`},
			{"too many", `{"object":{"spec":{"replicas":2},"status":{"readyReplicas":3}}}`, `false`},
			{"no status yet is not an error", `{"object":{"spec":{"replicas":2}}}`, `false`},
			{"a null status neither", `{"object":{"spec":{"replicas":2},"status":null}}`, `false`},
			{"nothing wanted, nothing ready", `{"object":{"spec":{"replicas":0}}}`, `true`},
			{"absent replicas mean 1", `{"object":{"spec":{},"status":{"readyReplicas":1}}}`, `true`},
		},
		"InterpretDependency": {
			{"the namespace of the Workload", `{"namespace":"n","object":{"metadata":{"namespace":"n"},"spec":{"template":{"spec":{"serviceAccountName":"sa"}}}}}`,
				`[{"apiVersion":"v1","kind":"ServiceAccount","namespace":"n","name":"sa"}]`},
			{"sorted by kind and name, each once", `{"namespace":"n","object":{"spec":{"template":{"spec":{"imagePullSecrets":[{"name":"b"},{"name":"a"},{"name":"b"},{"name":""}],` +
				`"volumes":[{"name":"v","configMap":{"name":"z"}},{"name":"w","persistentVolumeClaim":{"claimName":"data"}}]}}}}}`,
				`[{"apiVersion":"v1","kind":"ConfigMap","namespace":"n","name":"z"},{"apiVersion":"v1","kind":"PersistentVolumeClaim","namespace":"n","name":"data"},` +
					`{"apiVersion":"v1","kind":"Secret","namespace":"n","name":"a"},{"apiVersion":"v1","kind":"Secret","namespace":"n","name":"b"}]`},
			{"the default service account is everywhere", `{"object":{"spec":{"template":{"spec":{"serviceAccountName":"default"}}}}}`, `null`},
			{"nothing", `{"object":{"spec":{}}}`, `null`},
		},
	}
	for operation, examples := range tests {
		for _, example := range examples {
			t.Run(operation+"/"+example.reason, func(t *testing.T) {
				if got := answer(t, operation, example.request); got != example.want {
					t.Errorf("%s\nof   %s\ngot  %s\nwant %s", example.reason, example.request, got, example.want)
				}
			})
		}
	}
}
