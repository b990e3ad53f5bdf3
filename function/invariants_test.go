// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// owned lists the members that each operation may write.
var owned = map[configv1alpha1.InterpreterOperation][][2]string{
	"ReviseReplica":   {{"spec", "replicas"}},
	"Retain":          {{"spec", "paused"}, {"spec", "replicas"}},
	"AggregateStatus": {{"status", "readyReplicas"}},
}

// checkInvariants asks with any body at all and fails if the answer breaks a promise that holds for every request.
func checkInvariants(t *testing.T, body []byte) {
	t.Helper()
	first, second := post(body), post(body)
	if first.Code != second.Code || !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()) || !reflect.DeepEqual(first.Header(), second.Header()) {
		t.Fatalf("the same question got two answers:\n%s\n%s", first.Body, second.Body)
	}
	if first.Code != http.StatusOK {
		checkStatus(t, first.Code, first.Body.Bytes())
		return
	}
	var question, answer configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(first.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%v in %s", err, first.Body)
	}
	// A refusal may answer what only this decoder refuses; the uid is the only thing that has to be understood.
	_ = json.Unmarshal(body, &question)
	response := answer.Response
	if question.Request != nil && question.Request.UID != response.UID && !refusesSecondUID(response) {
		t.Fatalf("got uid %q, want %q", response.UID, question.Request.UID)
	}
	if !response.Successful {
		if response.Status == nil || response.Status.Code != http.StatusBadRequest || response.Status.Message == "" {
			t.Fatalf("got a refusal without a cause, or a bug: %s", first.Body)
		}
		return
	}
	checkComplete(t, question.Request.Operation, response)
	checkPatch(t, body, question.Request, response)
}

// refusesSecondUID tells whether the request gives its uid twice, so that the first is as good as the last.
func refusesSecondUID(response *configv1alpha1.ResourceInterpreterResponse) bool {
	return response.Status != nil && strings.HasSuffix(response.Status.Message, "got the same member twice") &&
		(strings.HasPrefix(response.Status.Message, "cannot decode request.uid:") || strings.HasPrefix(response.Status.Message, "cannot decode request:"))
}

func checkStatus(t *testing.T, code int, body []byte) {
	t.Helper()
	var status metav1.Status
	if err := json.Unmarshal(body, &status); err != nil || status.Kind != "Status" || int(status.Code) != code || code >= 500 || status.Message == "" {
		t.Fatalf("got %d with %s, want a 4xx with a Status", code, body)
	}
}

// checkComplete applies the rules of Karmada's verification
// (pkg/resourceinterpreter/customized/webhook/request/resourceinterpretercontext.go).
func checkComplete(t *testing.T, operation configv1alpha1.InterpreterOperation, response *configv1alpha1.ResourceInterpreterResponse) {
	t.Helper()
	complete := (len(response.Patch) == 0) == (response.PatchType == nil)
	switch operation {
	case "InterpretReplica":
		complete = response.Replicas != nil && *response.Replicas >= 0
	case "InterpretComponent":
		complete = len(response.Components) == 1 && response.Components[0].Name == "main"
	case "InterpretStatus":
		complete = response.RawStatus != nil
	case "InterpretHealth":
		complete = response.Healthy != nil
	case "InterpretDependency":
		for _, d := range response.Dependencies {
			complete = complete && d.APIVersion != "" && d.Kind != "" && d.Name != ""
		}
	}
	if !complete {
		t.Fatalf("Karmada would refuse the answer to %s: %+v", operation, response)
	}
}

// checkPatch applies a patch: only owned members may differ, and with the patched object there is nothing left to patch.
func checkPatch(t *testing.T, body []byte, request *configv1alpha1.ResourceInterpreterRequest, response *configv1alpha1.ResourceInterpreterResponse) {
	t.Helper()
	if response.Patch == nil {
		return
	}
	patched := apply(t, request.Object.Raw, response.Patch)
	before, after := document(t, request.Object.Raw), document(t, patched)
	for _, path := range owned[request.Operation] {
		drop(before, path)
		drop(after, path)
	}
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the patch %s changes more than it may:\n%s\n%s", response.Patch, request.Object.Raw, patched)
	}
	again := bytes.Replace(body, request.Object.Raw, patched, 1)
	if recorder := post(again); strings.Contains(recorder.Body.String(), "patch") || !strings.Contains(recorder.Body.String(), `"successful":true`) {
		t.Fatalf("asked again after the patch %s, the answer is %s", response.Patch, recorder.Body)
	}
}

// document decodes JSON so that numbers keep their form.
func document(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return object
}

// drop removes a member and its parent if that is left empty or null, since a patch may have to create it.
func drop(object map[string]any, path [2]string) {
	parent, _ := object[path[0]].(map[string]any)
	delete(parent, path[1])
	if len(parent) == 0 {
		delete(object, path[0])
	}
}

// operationBody is a request for any operation with everything that some operation needs.
func operationBody(operation string, object, observed, statuses []byte, replicas int32) []byte {
	return fmt.Appendf(nil, `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","request":{"uid":"the-uid",`+
		`"kind":{"group":"workload.example.io","version":"v1alpha1","kind":"Workload"},"name":"nginx","namespace":"default",`+
		`"operation":%q,"object":%s,"observedObject":%s,"replicas":%d,"aggregatedStatus":%s}}`, operation, object, observed, replicas, statuses)
}
