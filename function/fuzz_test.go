// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// FuzzEnvelope sends any bytes. What stands inside of a request is FuzzConformance's.
func FuzzEnvelope(f *testing.F) {
	for _, c := range readCalls(f) {
		f.Add(c.file("request.json"))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		first, second := post(body), post(body)
		if first.Code != second.Code || !bytes.Equal(first.Body.Bytes(), second.Body.Bytes()) || !reflect.DeepEqual(first.Header(), second.Header()) {
			t.Fatalf("the same question got two answers:\n%s\n%s", first.Body, second.Body)
		}
		if first.Code != http.StatusOK {
			checkStatus(t, first.Code, first.Body.Bytes())
			return
		}
		checkResponse(t, body, first.Body.Bytes())
	})
}

func checkStatus(t *testing.T, code int, body []byte) {
	t.Helper()
	var status metav1.Status
	if err := json.Unmarshal(body, &status); err != nil || status.Kind != "Status" || int(status.Code) != code || code >= 500 || status.Message == "" {
		t.Fatalf("got %d with %s, want a 4xx with a Status", code, body)
	}
}

// checkResponse wants the uid of the request, and with a refusal a cause that is no bug.
func checkResponse(t *testing.T, body, answer []byte) {
	t.Helper()
	var asked, answered configv1alpha1.ResourceInterpreterContext
	if err := json.Unmarshal(answer, &answered); err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
	// A refusal may answer what only this decoder refuses; the uid is the only thing that has to be understood.
	_ = json.Unmarshal(body, &asked)
	response := answered.Response
	if asked.Request != nil && asked.Request.UID != response.UID && !refusesSecondUID(response) {
		t.Fatalf("got uid %q, want %q", response.UID, asked.Request.UID)
	}
	if !response.Successful && (response.Status == nil || response.Status.Code != http.StatusBadRequest || response.Status.Message == "") {
		t.Fatalf("got a refusal without a cause, or a bug: %s", answer)
	}
}

// refusesSecondUID reports whether the request gives its uid twice, so that the first is as good as the last.
func refusesSecondUID(response *configv1alpha1.ResourceInterpreterResponse) bool {
	return response.Status != nil && strings.HasSuffix(response.Status.Message, "got the same member twice") &&
		(strings.HasPrefix(response.Status.Message, "cannot decode request.uid:") || strings.HasPrefix(response.Status.Message, "cannot decode request:"))
}
