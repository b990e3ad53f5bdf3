// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	crds    = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	gadgets = schema.GroupVersionResource{Group: "e2e.example.com", Version: "v1", Resource: "gadgets"}
)

// testTwoWebhooks adds a second webhook to the configuration, for Gadgets, which somebody else serves: every Gadget has
// five replicas there. Each kind has to be asked of its own webhook.
func (s *suite) testTwoWebhooks(t *testing.T, c *scene) {
	t.Cleanup(func() { s.register(t, false) })
	s.register(t, false, s.gadgetWebhook(t))

	c.workload(t, "ours", nil, nil)
	c.divideWorkload(t, "ours", evenly)
	eventually(t, "the Gadget to be created", func(ctx context.Context) error {
		_, err := c.karmada.client.Resource(gadgets).Namespace(c.namespace).List(ctx, metav1.ListOptions{})
		return err
	})
	c.karmada.create(t, gadgets, map[string]any{"apiVersion": "e2e.example.com/v1", "kind": "Gadget",
		"metadata": map[string]any{"name": "theirs", "namespace": c.namespace}, "spec": map[string]any{"replicas": 1}})
	c.divide(t, "e2e.example.com/v1", "Gadget", "theirs", evenly)

	c.binding(t, "theirs", "gadget", replicas(5))
	c.spread(t, "ours", map[string]int64{"member1": 1, "member2": 1, "member3": 1})
	c.change(t, "ours", map[string]any{"replicas": 6})
	c.spread(t, "ours", map[string]int64{"member1": 2, "member2": 2, "member3": 2})
}

// gadgetWebhook starts a server for Gadgets and returns its entry for the configuration.
func (s *suite) gadgetWebhook(t *testing.T) configv1alpha1.ResourceInterpreterWebhook {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call configv1alpha1.ResourceInterpreterContext
		if err := json.NewDecoder(r.Body).Decode(&call); err != nil || call.Request == nil {
			http.Error(w, "no call", http.StatusBadRequest)
			return
		}
		if call.Request.Kind.Kind != "Gadget" {
			t.Errorf("the webhook for Gadgets was asked %s of a %s", call.Request.Operation, call.Request.Kind.Kind)
		}
		five := int32(5)
		call.Response = &configv1alpha1.ResourceInterpreterResponse{UID: call.Request.UID, Successful: true, Replicas: &five}
		call.Request = nil
		_ = json.NewEncoder(w).Encode(call)
	}))
	certificate, authority, err := s.playground.ServerCertificate()
	if err != nil {
		t.Fatal(err)
	}
	server.TLS = certificate
	server.StartTLS()
	t.Cleanup(server.Close)
	url, seconds := server.URL+"/gadgets", int32(5)
	return configv1alpha1.ResourceInterpreterWebhook{
		Name: "gadget.e2e.example.com",
		Rules: []configv1alpha1.RuleWithOperations{{
			Operations: []configv1alpha1.InterpreterOperation{configv1alpha1.InterpreterOperationInterpretReplica},
			Rule: configv1alpha1.Rule{APIGroups: []string{gadgets.Group}, APIVersions: []string{gadgets.Version},
				Kinds: []string{"Gadget"}},
		}},
		ClientConfig:               admissionregistrationv1.WebhookClientConfig{URL: &url, CABundle: authority},
		InterpreterContextVersions: []string{"v1alpha1"},
		TimeoutSeconds:             &seconds,
	}
}

func (s *suite) createGadgetCRD(t *testing.T) {
	s.karmada.createCRD(t, "Gadget", gadgets, nil)
	t.Cleanup(func() {
		_ = s.karmada.client.Resource(crds).Delete(context.WithoutCancel(t.Context()), gadgets.GroupResource().String(), metav1.DeleteOptions{})
	})
}
