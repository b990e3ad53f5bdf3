// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// patience is how long a condition may take to hold. It is long: other checks run at the same time on two cores.
const patience = 3 * time.Minute

var (
	namespaces  = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	workloads   = schema.GroupVersionResource{Group: "workload.example.io", Version: "v1alpha1", Resource: "workloads"}
	deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
	policies    = schema.GroupVersionResource{Group: "policy.karmada.io", Version: "v1alpha1", Resource: "propagationpolicies"}
	configs     = schema.GroupVersionResource{Group: "config.karmada.io", Version: "v1alpha1",
		Resource: "resourceinterpreterwebhookconfigurations"}
	bindings = schema.GroupVersionResource{Group: "work.karmada.io", Version: "v1alpha2", Resource: "resourcebindings"}
	works    = schema.GroupVersionResource{Group: "work.karmada.io", Version: "v1alpha1", Resource: "works"}
)

// cluster is Karmada's API server or a member's.
type cluster struct {
	name   string
	client dynamic.Interface
}

func (c cluster) get(ctx context.Context, resource schema.GroupVersionResource, namespace, name string) (*unstructured.Unstructured, error) {
	object, err := c.client.Resource(resource).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return object, nil
}

// typed reads an object into a Go type.
func typed[T any](ctx context.Context, c cluster, resource schema.GroupVersionResource, namespace, name string) (*T, error) {
	object, err := c.get(ctx, resource, namespace, name)
	if err != nil {
		return nil, err
	}
	out := new(T)
	return out, runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, out)
}

func (c cluster) create(t *testing.T, resource schema.GroupVersionResource, object map[string]any) {
	t.Helper()
	o := &unstructured.Unstructured{Object: object}
	_, err := c.client.Resource(resource).Namespace(o.GetNamespace()).Create(t.Context(), o, metav1.CreateOptions{})
	if err != nil {
		t.Fatalf("%s: cannot create %s %s: %v", c.name, resource.Resource, o.GetName(), err)
	}
}

// patch merges change into an object, or into its status if subresources says so.
func (c cluster) patch(t *testing.T, resource schema.GroupVersionResource, namespace, name string, change map[string]any, subresources ...string) {
	t.Helper()
	body, err := json.Marshal(change)
	if err != nil {
		t.Fatal(err)
	}
	// An object that has only just been made may not be ready for its subresource in the server's cache of CRDs.
	eventually(t, c.name+" to accept "+string(body[:min(len(body), 200)]), func(ctx context.Context) error {
		_, err := c.client.Resource(resource).Namespace(namespace).
			Patch(ctx, name, types.MergePatchType, body, metav1.PatchOptions{}, subresources...)
		if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errHopeless, err)
		}
		return nil
	})
}

// errHopeless ends the wait for a condition at once.
var errHopeless = errors.New("cannot come true")

// eventually polls a condition until it holds and fails the test with what was seen last when it never does.
func eventually(t *testing.T, what string, condition func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var last error
	for {
		err := condition(ctx)
		if err == nil {
			return
		}
		if ctx.Err() == nil { // otherwise it only says that time is up
			last = err
		}
		if errors.Is(err, errHopeless) {
			t.Fatalf("waiting for %s: %v", what, err)
		}
		select {
		case <-ctx.Done():
			t.Fatalf("waiting for %s: not within %s; last seen: %v", what, patience, last)
		case <-tick.C:
		}
	}
}

// field reads a value out of an object; nil stands for a field that is not there.
func field(object *unstructured.Unstructured, path ...string) any {
	value, _, _ := unstructured.NestedFieldNoCopy(object.Object, path...)
	return value
}
