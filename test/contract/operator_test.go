// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package contract

import (
	"bytes"
	"flag"
	"strings"
	"sync"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
)

// TestOperatorSees holds down the text that reaches an operator through Karmada's error, which becomes an Event.
func TestOperatorSees(t *testing.T) {
	client := newClient(t, functionURL, 10)
	tests := map[string]struct {
		reason    string
		operation configv1alpha1.InterpreterOperation
		object    string
		replicas  int32
		want      string
	}{
		"wrong type": {
			reason: "the path and both types", operation: "InterpretReplica", object: "{" + meta + `,"spec":{"replicas":"three"}}`,
			want: "webhook call failed, get status code: 400, msg: cannot decode object.spec.replicas: want integer, got string",
		},
		"out of range": {
			reason: "the bounds", operation: "InterpretHealth", object: "{" + meta + `,"spec":{"replicas":3000000000}}`,
			want: "msg: cannot decode object.spec.replicas: want integer from -2147483648 to 2147483647, got number out of range",
		},
		"negative": {
			reason: "the bounds", operation: "ReviseReplica", replicas: -1, object: "{" + meta + `,"spec":{}}`,
			want: "msg: cannot decode request.replicas: want integer from 0 to 2147483647, got negative number",
		},
		"no observed object": {
			reason: "what is missing", operation: "Retain", object: "{" + meta + `,"spec":{}}`,
			want: "msg: cannot decode observedObject: want object, got nothing",
		},
		"unsupported operation": {
			reason: "what is supported", operation: "Prune", object: "{" + meta + `,"spec":{}}`,
			want: `msg: cannot answer operation "Prune" for kind Workload; supported: InterpretReplica, InterpretComponent, ReviseReplica, Retain, AggregateStatus, InterpretStatus, InterpretHealth, InterpretDependency`,
		},
		"unsupported kind": {
			reason: "which kinds are served", operation: "InterpretHealth", object: `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"nginx"}}`,
			want: `msg: cannot interpret kind "Deployment" of group "apps"; supported: Workload.workload.example.io`,
		},
		"body too large": {
			reason: "an error before the uid is known still shows its message", operation: "InterpretHealth",
			object: "{" + meta + `,"spec":{"padding":"` + strings.Repeat("x", 9<<20) + `"}}`,
			want:   "failed to call webhook: cannot read the body: want at most 8388608 bytes",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := client.Ask(t.Context(), Input{Operation: test.operation, Object: parse(t, test.object), Replicas: test.replicas})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: got %v, want %s", test.reason, err, test.want)
			}
		})
	}
}

// logs collects what Karmada's client logs.
type logs struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

// TestWarningIsLogged shows that a member whose status cannot be read is named in Karmada's log while the call succeeds.
func TestWarningIsLogged(t *testing.T) {
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	if err := flags.Parse([]string{"-logtostderr=false", "-alsologtostderr=false", "-stderrthreshold=FATAL"}); err != nil {
		t.Fatal(err)
	}
	var collected logs
	klog.SetOutput(&collected)
	t.Cleanup(func() { klog.SetOutput(nil); klog.LogToStderr(true) })
	got, err := newClient(t, functionURL, 10).Ask(t.Context(), Input{
		Operation: "AggregateStatus", Object: object(t, `"spec":{}`),
		Statuses: []workv1alpha2.AggregatedStatusItem{
			{ClusterName: "member1", Status: &runtime.RawExtension{Raw: []byte(`{"readyReplicas":2}`)}},
			{ClusterName: "member2", Status: &runtime.RawExtension{Raw: []byte(`{"readyReplicas":"two"}`)}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{` + meta + `,"spec":{},"status":{"readyReplicas":2}}`; !same(t, got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	klog.Flush()
	for _, want := range []string{"member2", "is left out: cannot decode status.readyReplicas: want integer, got string"} {
		if !strings.Contains(collected.text.String(), want) {
			t.Errorf("Karmada's log does not hold %q:\n%s", want, collected.text.String())
		}
	}
}
