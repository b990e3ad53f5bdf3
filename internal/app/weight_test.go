// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package app_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/serve/admission"
	"workload.example.io/interpreter/internal/webhook"
)

// greedy describes a kind that reads all there is and copies what it can.
const greedy = `apiVersion: interpreter.workload.example.io/v1alpha1
kind: KindDescription
spec:
  target: {apiVersion: example.io/v1, kind: Greedy}
  replicaResource: {expression: "size(object) + 1", template: spec.template}
  componentResource: {expression: "[{'name': 'a', 'replicas': size(object)}]"}
  replicaRevision: {paths: [spec.replicas, "spec.list[*].replicas"]}
  retention: {paths: [{path: spec, expression: "observedObject.?spec.orValue(object.spec)"}]}
  statusReflection: {expression: object}
  statusAggregation: {expression: "{'items': items, 'copy': statuses}"}
  healthInterpretation: {expression: "object.?spec == object.?other"}
  dependencyInterpretation: {podTemplates: [spec.template], secrets: ["spec.list[*]"]}
`

// shapes are objects of about a size, of those that take more memory than others.
func shapes(size int) map[string]string {
	spec := func(list string) string { return `{"spec":{"replicas":2,"list":` + list + `}}` }
	pod := func(inside string) string { return `{"spec":{"replicas":2,"template":{"spec":` + inside + `}}}` }
	many := func(element string) string {
		return strings.Repeat(element+",", size/(len(element)+1)) + element
	}
	different := func(format string) string {
		var all strings.Builder
		for i := 0; all.Len() < size; i++ {
			fmt.Fprintf(&all, format+",", i)
		}
		return strings.TrimSuffix(all.String(), ",")
	}
	return map[string]string{
		"text":            spec(`"` + strings.Repeat("x", size) + `"`),
		"escaped":         spec(`["` + strings.Repeat(`\u0000`, size/6) + `"]`),
		"status":          `{"spec":{"replicas":2},"status":{"readyReplicas":1,"x":[` + many(`{"a":1}`) + `]}}`,
		"conditions":      `{"spec":{},"status":{"conditions":[` + many(`{"type":"Ready","status":"True","reason":"Fine","message":"all is well here"}`) + `]}}`,
		"numbers":         spec("[" + many("0") + "]"),
		"empty":           spec("[" + many("{}") + "]"),
		"maps":            spec("[" + many(`{"a":1}`) + "]"),
		"texts":           spec("[" + many(`"a"`) + "]"),
		"different texts": spec("[" + different(`"%x"`) + "]"),
		"names":           spec("{" + different(`"%x":1`) + "}"),
		"deep":            spec(strings.Repeat("[", min(size/2, 9000)) + strings.Repeat("]", min(size/2, 9000))),
		"containers":      pod(`{"containers":[` + many("{}") + `]}`),
		"requests":        pod(`{"containers":[` + many(`{"name":"a","resources":{"requests":{"cpu":"1"}}}`) + `]}`),
		"tolerations":     pod(`{"tolerations":[` + many("{}") + `]}`),
		"node selector":   pod(`{"nodeSelector":{` + different(`"%x":""`) + `}}`),
		"env":             pod(`{"containers":[{"envFrom":[` + many(`{"secretRef":{"name":"a"}}`) + `]}]}`),
		"different env":   pod(`{"containers":[{"envFrom":[` + different(`{"secretRef":{"name":"%x"}}`) + `]}]}`),
	}
}

// members are lists of statuses of about a size.
func members(size int) map[string]string {
	all := map[string]string{}
	for name, item := range map[string]string{
		"empty": `{}`, "small": `{"clusterName":"m","status":{"a":"x"}}`,
		"usual": `{"clusterName":"member1","applied":true,"health":"Healthy","status":{"readyReplicas":2,"conditions":[{"type":"Ready"}]}}`,
	} {
		all["members, "+name] = strings.Repeat(item+",", min(size/(len(item)+1), 9_999)) + item
	}
	for name, object := range shapes(size) {
		all[name] = `{"clusterName":"m","status":` + object + `}`
	}
	return all
}

// bodies are the bodies of an operation.
func bodies(kind interpreter.Kind, operation interpreter.Operation, size int) map[string][]byte {
	all := map[string][]byte{}
	add := func(name, rest string) {
		all[name] = fmt.Appendf(nil, `{"apiVersion":"config.karmada.io/v1alpha1","kind":"ResourceInterpreterContext","request":{"uid":"u",
			"kind":{"group":%q,"version":%q,"kind":%q},"operation":%q,"name":"a","namespace":"default","replicas":3,%s}}`,
			kind.GroupVersionKind.Group, kind.GroupVersionKind.Version, kind.GroupVersionKind.Kind, operation, rest)
	}
	if operation == configv1alpha1.InterpreterOperationAggregateStatus {
		for name, items := range members(size) {
			add(name, `"object":{"spec":{}},"aggregatedStatus":[`+items+`]`)
		}
		return all
	}
	for name, object := range shapes(size) {
		if operation == configv1alpha1.InterpreterOperationRetain {
			object += `,"observedObject":` + object
		}
		add(name, `"object":`+object)
	}
	return all
}

// TestWeight holds what a call takes at once to what it is counted with, for every operation and shape.
func TestWeight(t *testing.T) {
	if testing.Short() {
		t.Skip("collects garbage all the time")
	}
	set, err := described.Load(described.Source{Name: "greedy", Data: []byte(greedy)})
	if err != nil {
		t.Fatal(err)
	}
	kinds := append(app.Kinds(), set.Kinds()...)
	handler := webhook.New(interpreter.MustRegistry(kinds...), nil)
	for _, kind := range kinds {
		for _, operation := range interpreter.Operations() {
			for name, body := range bodies(kind, operation, 24<<10) {
				values := bytes.Count(body, []byte(",")) + bytes.Count(body, []byte("{")) + bytes.Count(body, []byte("["))
				counted, took := admission.Weight(int64(len(body)), int64(values)), held(handler, body)
				if took > counted {
					t.Errorf("%s of a %s, %s: %d bytes hold %d at once and are counted with %d", operation, kind.GroupVersionKind.Kind, name, len(body), took, counted)
				}
			}
		}
	}
}

// TestWeightIsDocumented holds the settings' page to the weight.
func TestWeightIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../knative/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	nothing := admission.Weight(0, 0)
	want := fmt.Sprintf("%d bytes for each byte and %d for each value", admission.Weight(1, 0)-nothing, admission.Weight(0, 1)-nothing)
	if text := strings.Join(strings.Fields(string(page)), " "); !strings.Contains(text, want) {
		t.Errorf("knative/settings.md does not say %q", want)
	}
}

// held returns how many bytes a call holds at once, as the garbage collector sees it each time some 2 % have come.
func held(handler http.Handler, body []byte) int64 {
	call := func() {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		w.Body = nil
		handler.ServeHTTP(w, r)
	}
	call()
	defer debug.SetGCPercent(debug.SetGCPercent(2))
	runtime.GC()
	runtime.GC()
	before := live()
	most := before
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			most = max(most, live())
			select {
			case <-stop:
				return
			default:
				runtime.Gosched()
			}
		}
	}()
	call()
	close(stop)
	<-stopped
	return most - before - int64(len(body))
}

func live() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
