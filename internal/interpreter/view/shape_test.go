// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package view

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// String names what a shape reads: {a,b{c}} for the members a and b, of which only c is read of b.
func (s *shape) String() string {
	if s == nil {
		return ""
	}
	var members []string
	for _, m := range s.members {
		members = append(members, m.name+m.shape.String())
	}
	return "{" + strings.Join(members, ",") + "}"
}

type (
	inner struct{ Inner }
	Inner struct {
		A int `json:"a"`
	}
	within struct {
		Within *within `json:"within"`
		A      Inner   `json:"a"`
	}
	fromText struct {
		A int `json:"a"`
	}
	fromJSON struct {
		A int `json:"a"`
	}
)

func (*fromText) UnmarshalText([]byte) error { return nil }
func (fromJSON) UnmarshalJSON([]byte) error  { return nil }

// twice has two fields of one name, which vet would not let stand.
var twice = reflect.Zero(reflect.StructOf([]reflect.StructField{
	{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`}, {Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
})).Interface()

func TestShapes(t *testing.T) {
	tests := map[string]struct {
		reason string
		view   any
		want   string
	}{
		"another package": {"is pruned like this one", struct {
			Metadata metav1.OwnerReference `json:"metadata"`
		}{}, "{metadata{apiVersion,kind,name,uid,controller,blockOwnerDeletion}}"},
		"pointers": {"are followed", struct {
			A **Inner `json:"a"`
		}{}, "{a{a}}"},
		"time": {"decodes itself", struct {
			T metav1.Time  `json:"t"`
			P *metav1.Time `json:"p"`
		}{}, "{t,p}"},
		"quantity": {"decodes itself", struct {
			Q resource.Quantity `json:"q"`
		}{}, "{q}"},
		"integer or string": {"decodes itself", struct {
			I intstr.IntOrString `json:"i"`
		}{}, "{i}"},
		"extension": {"decodes itself", struct {
			R runtime.RawExtension `json:"r"`
			S Span                 `json:"s"`
		}{}, "{r,s}"},
		"text": {"decodes itself", struct {
			T fromText `json:"t"`
		}{}, "{t}"},
		"a value's method": {"counts for a pointer too", struct {
			J *fromJSON `json:"j"`
		}{}, "{j}"},
		"embedded": {"is read whole", struct {
			V corev1.Volume `json:"v"`
		}{}, "{v}"},
		"embedded by pointer": {"is read whole", struct{ *Inner }{}, ""},
		"embedded deeper": {"is read whole where it stands", struct {
			I inner `json:"i"`
		}{}, "{i}"},
		"an object": {"of Kubernetes embeds its type", corev1.Pod{}, ""},
		"metadata":  {"has names for all", metav1.LabelSelector{}, "{matchLabels,matchExpressions}"},
		"no name": {"is read whole", struct {
			A int
			B int `json:"b"`
		}{}, ""},
		"options alone": {"give no name", struct {
			A int `json:",omitempty"`
		}{}, ""},
		"another case": {"is wanted, so nothing is cut out", struct {
			A int `json:"a,case:ignore"`
		}{}, ""},
		"embed": {"takes what nobody else reads", struct {
			A map[string]any `json:"a,embed"`
		}{}, ""},
		"twice": {"is left to the library to refuse", twice, ""},
		"quoted name": {"is left to the library", struct {
			A int `json:"'a,b'"`
		}{}, ""},
		"ignored": {"has no member", struct {
			A int `json:"-"`
			B int `json:"b"`
			c int
		}{}, "{b}"},
		"recursive": {"is followed once", within{}, "{within,a{a}}"},
		"lists and maps": {"are read whole", struct {
			L []Inner          `json:"l"`
			M map[string]Inner `json:"m"`
			I any              `json:"i"`
		}{}, "{l,m,i}"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := shapeFor(reflect.TypeOf(test.view)).String(); got != test.want {
				t.Errorf("%s: got %q, want %q", test.reason, got, test.want)
			}
		})
	}
}

// TestValueOfKubernetesTypes decodes whole objects into Kubernetes' own types as the library alone does.
func TestValueOfKubernetesTypes(t *testing.T) {
	const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","creationTimestamp":"2026-01-02T03:04:05Z","labels":{"x":"y"},"unknown":{"name":"b"}},` +
		`"spec":{"volumes":[{"name":"v","secret":{"secretName":"s","unknown":1}}],"containers":[{"name":"c","resources":{"limits":{"cpu":"1"}},"ports":[{"containerPort":80}],` +
		`"livenessProbe":{"httpGet":{"port":"http"},"periodSeconds":3}}]},"status":{"phase":"Running"},"name":"c"}`
	t.Run("Pod", func(t *testing.T) { checkValue[corev1.Pod](t, pod) })
	t.Run("partial", func(t *testing.T) { checkValue[metav1.PartialObjectMetadata](t, pod) })
	t.Run("in a view", func(t *testing.T) {
		checkValue[struct {
			Metadata metav1.ObjectMeta `json:"metadata"`
			Spec     corev1.PodSpec    `json:"spec"`
			Status   struct {
				Phase corev1.PodPhase `json:"phase"`
			} `json:"status"`
		}](t, pod)
	})
}

func checkValue[T any](t *testing.T, value string) {
	t.Helper()
	var got, want T
	if err := Value([]byte(value), "object", &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(value), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" || reflect.ValueOf(got).IsZero() {
		t.Errorf("(-library +view)\n%s", diff)
	}
}
