// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const (
	webhook = `{apiVersion: config.karmada.io/v1alpha1, kind: ResourceInterpreterWebhookConfiguration, metadata: {name: workload},
  webhooks: [{name: workload.workload.example.io, interpreterContextVersions: [v1alpha1], timeoutSeconds: 10,
    clientConfig: {url: "https://interpreter.example.com/interpreter-workload/SECRET"},
    rules: [{apiGroups: [workload.example.io], apiVersions: [v1alpha1], kinds: [Workload], operations: [InterpretReplica]}]}]}`
	policy = `{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: spread, namespace: default},
  spec: {resourceSelectors: [{apiVersion: workload.example.io/v1alpha1, kind: Workload}]%s}}`
	workload = `{apiVersion: workload.example.io/v1alpha1, kind: Workload, metadata: {name: kept, namespace: default, annotations:
    {propagationpolicy.karmada.io/name: spread, propagationpolicy.karmada.io/namespace: default}},
  spec: {template: {metadata: {labels: {app: x}}, spec: {containers: [{name: x, image: x}]}}}}`
)

func suspension(t *testing.T) any {
	t.Helper()
	value, _, _ := unstructured.NestedFieldNoCopy(get(t, object(t, policy, "")).Object, "spec", "suspension")
	return value
}

func TestDisconnect(t *testing.T) {
	checkout := checkOut(t)
	put(t, object(t, webhook))
	put(t, object(t, policy, ""))
	put(t, object(t, workload))

	refused(t, checkout, "disconnect-karmada", nil, "Workload default/kept", "nothing is changed", "OBJECTS=keep")
	refused(t, checkout, "disconnect-karmada", []string{"OBJECTS=keep", "CRD=delete"}, "take all objects along")
	if out, err := script(t, checkout, "disconnect-karmada", "OBJECTS=keep", "DRY_RUN=1"); err != nil {
		t.Errorf("dry run: %v\n%s", err, out)
	}
	if get(t, object(t, webhook)) == nil || suspension(t) != nil {
		t.Fatal("want nothing to change yet, it has")
	}
	if out, err := script(t, checkout, "disconnect-karmada", "OBJECTS=keep"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if get(t, object(t, webhook)) != nil {
		t.Error("want no configuration, it is still there")
	}
	if got, ok := suspension(t).(map[string]any); !ok || got["dispatching"] != true {
		t.Errorf("want the policy of the Workload suspended, got %v", got)
	}
	if get(t, object(t, workload)) == nil {
		t.Error("want the Workload to stay, it is gone")
	}
}

// TestDisconnectKeepsASuspension leaves alone what somebody else has suspended, and stops where it cannot suspend all members.
func TestDisconnectKeepsASuspension(t *testing.T) {
	checkout := checkOut(t)
	put(t, object(t, webhook))
	put(t, object(t, policy, ", suspension: {dispatchingOnClusters: {clusterNames: [member1]}}"))
	put(t, object(t, workload))
	refused(t, checkout, "disconnect-karmada", []string{"OBJECTS=keep"}, "propagationpolicies.policy.karmada.io spread suspends some members itself")
	if get(t, object(t, webhook)) == nil {
		t.Error("want the configuration to stay, it is gone")
	}
}

func TestDisconnectWithoutObjects(t *testing.T) {
	put(t, object(t, webhook))
	if out, err := script(t, checkOut(t), "disconnect-karmada"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if get(t, object(t, webhook)) != nil {
		t.Error("want no configuration, it is still there")
	}
}

func TestUndeployRefuses(t *testing.T) {
	checkout := checkOut(t)
	put(t, object(t, webhook))
	put(t, deployed(t, "", `, status: {url: "https://interpreter.example.com"}`))
	refused(t, checkout, "undeploy-knative", nil, "Karmada asks the function", "interpreter.example.com", "disconnect-karmada")
	refused(t, checkout, "undeploy-knative", []string{"KARMADA_CONTEXT="}, "KARMADA_CONTEXT=none")
	if get(t, deployed(t, "", "")) == nil {
		t.Error("want the Service to stay, it is gone")
	}
}
