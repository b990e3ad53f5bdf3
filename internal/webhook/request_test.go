// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	apiruntime "k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/interpreter"
)

// statuses is a body with n items of aggregatedStatus.
func statuses(item string, n int) []byte {
	return fmt.Appendf(nil, `{"request":{"uid":"u","aggregatedStatus":[%s]}}`, strings.TrimSuffix(strings.Repeat(item+",", n), ","))
}

func TestStatuses(t *testing.T) {
	raw := func(text string) *apiruntime.RawExtension { return &apiruntime.RawExtension{Raw: []byte(text)} }
	tests := map[string]struct {
		reason, items string
		want          []workv1alpha2.AggregatedStatusItem
		err           string
	}{
		"absent":        {reason: "no members", items: ``},
		"all fields":    {reason: "are read", items: `{"clusterName":"a","status":{"x":[1]},"applied":true,"health":"Healthy"}`, want: []workv1alpha2.AggregatedStatusItem{{ClusterName: "a", Status: raw(`{"x":[1]}`), Applied: true, Health: workv1alpha2.ResourceHealthy}}},
		"other values":  {reason: "are read too", items: `{"health":"Odd","applied":false,"appliedMessage":"x","status":null}`, want: []workv1alpha2.AggregatedStatusItem{{Health: "Odd", Status: raw(`null`)}}},
		"null":          {reason: "is absent", items: `null,{"clusterName":null,"health":null,"applied":null}`, want: []workv1alpha2.AggregatedStatusItem{{}, {}}},
		"no item":       {reason: "of another type is read", items: `{},[]`, err: "cannot decode request.aggregatedStatus[1]: want object, got array"},
		"no boolean":    {reason: "of another type is read", items: `{"applied":"true"}`, err: "cannot decode request.aggregatedStatus[0].applied: want boolean, got string"},
		"no health":     {reason: "of another type is read", items: `{"health":{}}`, err: "cannot decode request.aggregatedStatus[0].health: want string, got object"},
		"a long name":   {reason: "is no cluster's", items: `{"clusterName":"` + strings.Repeat("x", 318) + `"}`, err: "cannot decode request.aggregatedStatus[0].clusterName: want string of at most 317 bytes, got longer string"},
		"a second list": {reason: "is refused", items: `{}],"aggregatedStatus":[`, err: "cannot decode request.aggregatedStatus: want valid JSON, got the same member twice"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			request, err := new(call).decode(statuses(test.items, 1))
			if message := fmt.Sprint(err); test.err != "" && message != test.err || test.err == "" && err != nil {
				t.Fatalf("%s: got %v, want %q", test.reason, err, test.err)
			}
			if diff := cmp.Diff(test.want, request.AggregatedStatus); test.err == "" && diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
}

func TestMostStatuses(t *testing.T) {
	request, err := new(call).decode(statuses(`{"clusterName":"a"}`, maxStatuses))
	if err != nil || len(request.AggregatedStatus) != maxStatuses {
		t.Errorf("got %d items, %v, want %d", len(request.AggregatedStatus), err, maxStatuses)
	}
	_, err = new(call).decode(statuses(`{"clusterName":"a"}`, maxStatuses+1))
	if want := "cannot decode request.aggregatedStatus[10000]: want at most 10000 member clusters, got more"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestDecodingCost decodes bodies of the largest size that are made to cost much, and looks at what is allocated in all, so
// at more than what is held at any time.
func TestDecodingCost(t *testing.T) {
	frame := func(members string) []byte { return []byte(`{"request":{"uid":"u",` + members + `}}`) }
	var members, lists strings.Builder
	for i := 0; members.Len() < MaxBody-100; i++ {
		fmt.Fprintf(&members, `"%x":0,`, i)
	}
	for lists.Len() < MaxBody-40_000 {
		lists.WriteString(`"aggregatedStatus":[` + strings.Repeat(`{},`, 9_999) + `{}],`)
	}
	tests := map[string][]byte{
		"empty statuses":   statuses(`{}`, MaxBody/3-50),
		"many lists":       frame(lists.String() + `"x":0`),
		"members":          frame(`"object":{` + members.String() + `"x":0}`),
		"a long uid":       []byte(`{"request":{"uid":"` + strings.Repeat("x", MaxBody-100) + `"}}`),
		"a long namespace": frame(`"namespace":"` + strings.Repeat("x", MaxBody-100) + `"`),
		"escapes":          frame(`"namespace":"` + strings.Repeat(`\u0041`, MaxBody/6-100) + `"`),
		"numbers":          frame(`"replicas":` + strings.Repeat("9", MaxBody-100)),
		"depth":            frame(`"object":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000)),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := new(call).decode(body)
			runtime.ReadMemStats(&after)
			allocated := after.TotalAlloc - before.TotalAlloc
			t.Logf("%d bytes: %d allocated (%.1f a byte), %v", len(body), allocated, float64(allocated)/float64(len(body)), err)
			if allocated > uint64(6*len(body)+4<<20) {
				t.Errorf("a body of %d bytes took %d bytes, want at most 6 a byte and 4 MiB", len(body), allocated)
			}
		})
	}
}

// TestEncoding checks that a name takes no more bytes in an answer than in the request.
func TestEncoding(t *testing.T) {
	name := strings.Repeat("<>&", 100)
	response := &interpreter.Response{}
	response.Dependencies = []configv1alpha1.DependentObjectReference{{APIVersion: "v1", Kind: "Secret", Name: name}}
	if _, body := new(call).encode(response); !strings.Contains(string(body), `"name":"`+name+`"`) {
		t.Errorf("got %s, want the name as it is", body)
	}
}
