// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"

	"sigs.k8s.io/yaml"
)

// testReady runs the README's commands up to the example and asks once, as Karmada does.
func (s *suite) testReady(t *testing.T) string {
	install, _ := s.readme(t)
	for _, command := range install {
		fmt.Print(s.run(t, command))
	}
	s.ready(t, namespace, service)
	config := s.registration(t)
	reply, err := s.caller(t).Ask(t.Context(), s.question(t))
	if err != nil {
		t.Fatal(err)
	}
	if reply.Replicas == nil || *reply.Replicas != 3 {
		t.Errorf("want 3 replicas in the answer, got %v", reply.Replicas)
	}
	s.throughActivator(t)
	return fmt.Sprintf("%s, %s, %s trusted by the caBundle alone, answered in %s; timeoutSeconds %d", reply.Trace.Remote,
		reply.Trace.Protocol, tls.VersionName(reply.Trace.TLS.Version), reply.Trace.Total.Round(time.Millisecond), config.timeoutSeconds)
}

// throughActivator wants the addresses behind the public service of the revision to be the activator's: so a call passes the
// activator, and the activator calls port 8012 of a pod, which is queue-proxy.
func (s *suite) throughActivator(t *testing.T) {
	t.Helper()
	activators, err := s.host.CoreV1().Pods("knative-serving").List(t.Context(), metav1.ListOptions{LabelSelector: "app=activator"})
	if err != nil || len(activators.Items) != 1 {
		t.Fatalf("want one activator, got %v, %v", activators, err)
	}
	eventually(t, "calls to go to the activator", func(ctx context.Context) error {
		object, err := s.hostDynamic.Resource(services).Namespace(namespace).Get(ctx, service, metav1.GetOptions{})
		if err != nil {
			return err
		}
		revision, _, _ := unstructured.NestedString(object.Object, "status", "latestReadyRevisionName")
		slice, err := s.host.DiscoveryV1().EndpointSlices(namespace).List(ctx, metav1.ListOptions{LabelSelector: "kubernetes.io/service-name=" + revision})
		if err != nil {
			return err
		}
		for _, one := range slice.Items {
			for _, endpoint := range one.Endpoints {
				if slices.Contains(endpoint.Addresses, activators.Items[0].Status.PodIP) {
					return nil
				}
			}
		}
		return errors.New("the activator is not behind the revision's service")
	})
}

// registration is what Karmada was told.
type registration struct {
	url            string
	caBundle       []byte
	timeoutSeconds int64
}

func (s *suite) registration(t *testing.T) registration {
	t.Helper()
	object, err := s.karmada.Resource(configs).Get(t.Context(), "workload", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Webhooks []struct {
			ClientConfig struct {
				URL      string `json:"url"`
				CABundle []byte `json:"caBundle"`
			} `json:"clientConfig"`
			TimeoutSeconds int64 `json:"timeoutSeconds"`
		} `json:"webhooks"`
	}
	text, err := object.MarshalJSON()
	if err == nil {
		err = yaml.Unmarshal(text, &config)
	}
	if err != nil || len(config.Webhooks) == 0 {
		t.Fatalf("want a webhook in the configuration, got %d, %v", len(config.Webhooks), err)
	}
	hook := config.Webhooks[0]
	return registration{hook.ClientConfig.URL, hook.ClientConfig.CABundle, hook.TimeoutSeconds}
}

// caller calls as Karmada does, with what Karmada was told.
func (s *suite) caller(t *testing.T) *client.Client {
	t.Helper()
	config := s.registration(t)
	caller, err := client.New(config.url, config.caBundle, time.Duration(config.timeoutSeconds)*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return caller
}

// question is how many replicas the example has.
func (s *suite) question(t *testing.T) *interpreter.Request {
	t.Helper()
	object, err := yaml.YAMLToJSON(workload.Kind().Manifests.Example)
	if err != nil {
		t.Fatal(err)
	}
	request, err := client.Input{Operation: "InterpretReplica", Object: object}.Request()
	if err != nil {
		t.Fatal(err)
	}
	return request
}
