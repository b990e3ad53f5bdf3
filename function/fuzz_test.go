// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"encoding/json"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
)

// FuzzEnvelope sends any bytes.
func FuzzEnvelope(f *testing.F) {
	for _, c := range readCalls(f) {
		f.Add(c.file("request.json"))
	}
	f.Fuzz(func(t *testing.T, body []byte) { checkInvariants(t, body) })
}

func FuzzInterpretReplica(f *testing.F)    { fuzzObject(f, "InterpretReplica") }
func FuzzInterpretComponent(f *testing.F)  { fuzzObject(f, "InterpretComponent") }
func FuzzInterpretStatus(f *testing.F)     { fuzzObject(f, "InterpretStatus") }
func FuzzInterpretHealth(f *testing.F)     { fuzzObject(f, "InterpretHealth") }
func FuzzInterpretDependency(f *testing.F) { fuzzObject(f, "InterpretDependency") }

// fuzzObject sends any object for an operation that looks at nothing else.
func fuzzObject(f *testing.F, operation string) {
	eachRequest(f, func(request *configv1alpha1.ResourceInterpreterRequest) { f.Add([]byte(request.Object.Raw)) })
	f.Fuzz(func(t *testing.T, object []byte) {
		checkInvariants(t, operationBody(operation, object, []byte("null"), []byte("[]"), 0))
	})
}

func FuzzReviseReplica(f *testing.F) {
	eachRequest(f, func(request *configv1alpha1.ResourceInterpreterRequest) { f.Add([]byte(request.Object.Raw), int32(2)) })
	f.Fuzz(func(t *testing.T, object []byte, replicas int32) {
		checkInvariants(t, operationBody("ReviseReplica", object, []byte("null"), []byte("[]"), replicas))
	})
}

func FuzzRetain(f *testing.F) {
	eachRequest(f, func(request *configv1alpha1.ResourceInterpreterRequest) {
		if request.ObservedObject != nil {
			f.Add([]byte(request.Object.Raw), []byte(request.ObservedObject.Raw))
		}
	})
	const labelled = `{"metadata":{"labels":{"resourcetemplate.karmada.io/retain-replicas":"true"}},"spec":{"replicas":1}}`
	f.Add([]byte(labelled), []byte(`{"spec":{"replicas":5,"paused":true}}`))
	f.Fuzz(func(t *testing.T, object, observed []byte) {
		checkInvariants(t, operationBody("Retain", object, observed, []byte("[]"), 0))
	})
}

func FuzzAggregateStatus(f *testing.F) {
	eachRequest(f, func(request *configv1alpha1.ResourceInterpreterRequest) {
		statuses, err := json.Marshal(request.AggregatedStatus)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(request.Object.Raw), statuses)
	})
	f.Fuzz(func(t *testing.T, object, statuses []byte) {
		checkInvariants(t, operationBody("AggregateStatus", object, []byte("null"), statuses, 0))
	})
}

// eachRequest visits the recorded requests, the corpus that fuzzing starts from.
func eachRequest(f *testing.F, visit func(*configv1alpha1.ResourceInterpreterRequest)) {
	for _, c := range readCalls(f) {
		var question configv1alpha1.ResourceInterpreterContext
		if err := json.Unmarshal(c.file("request.json"), &question); err != nil {
			f.Fatal(err)
		}
		visit(question.Request)
	}
}
