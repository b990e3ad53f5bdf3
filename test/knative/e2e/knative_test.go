// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// patience only ends waits that would never end.
const patience = 4 * time.Minute

var (
	services  = schema.GroupVersionResource{Group: "serving.knative.dev", Version: "v1", Resource: "services"}
	balancers = schema.GroupVersionResource{Group: "networking.internal.knative.dev", Version: "v1alpha1", Resource: "serverlessservices"}
)

// eventually polls a condition until it holds.
func eventually(t *testing.T, what string, condition func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		err := condition(ctx)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("waiting for %s: not within %s; last seen: %v", what, patience, err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// pods lists the pods of a Knative Service, whatever state they are in.
func (s *suite) pods(ctx context.Context, namespace, service string) ([]corev1.Pod, error) {
	list, err := s.host.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{LabelSelector: "serving.knative.dev/service=" + service})
	if err != nil {
		return nil, err
	}
	return list.Items, nil
}

// asleep waits until no pod of the Service is left and calls go to the activator.
func (s *suite) asleep(t *testing.T, namespace, service string) {
	t.Helper()
	eventually(t, service+" to sleep", func(ctx context.Context) error {
		pods, err := s.pods(ctx, namespace, service)
		if err != nil {
			return err
		}
		if len(pods) > 0 {
			return fmt.Errorf("%d pods", len(pods))
		}
		mode, err := s.balancerMode(ctx, namespace, service)
		if err != nil || mode == "Proxy" {
			return err
		}
		return fmt.Errorf("calls go to %s", mode)
	})
}

// balancerMode tells where calls to the Service's latest revision go: Proxy is the activator, Serve the pods.
func (s *suite) balancerMode(ctx context.Context, namespace, service string) (string, error) {
	object, err := s.hostDynamic.Resource(services).Namespace(namespace).Get(ctx, service, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	revision, _, _ := unstructured.NestedString(object.Object, "status", "latestReadyRevisionName")
	balancer, err := s.hostDynamic.Resource(balancers).Namespace(namespace).Get(ctx, revision, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	mode, _, _ := unstructured.NestedString(balancer.Object, "spec", "mode")
	return mode, nil
}

// ready waits until the Service is ready with its latest generation.
func (s *suite) ready(t *testing.T, namespace, service string) *unstructured.Unstructured {
	t.Helper()
	var object *unstructured.Unstructured
	eventually(t, "Service "+service+" to be ready", func(ctx context.Context) (err error) {
		object, err = s.hostDynamic.Resource(services).Namespace(namespace).Get(ctx, service, metav1.GetOptions{})
		if err != nil {
			return err
		}
		observed, _, _ := unstructured.NestedInt64(object.Object, "status", "observedGeneration")
		conditions, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
		for _, condition := range conditions {
			c := condition.(map[string]any)
			if c["type"] == "Ready" && c["status"] == "True" && observed == object.GetGeneration() {
				return nil
			}
		}
		return errors.New("it is not")
	})
	return object
}
