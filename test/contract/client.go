// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package contract asks a function with Karmada's own client code, the customized webhook interpreter that
// karmada-controller-manager and karmada-agent run. Its tests hold down what Karmada sends, what it accepts and which
// text an operator sees.
//
// The module imports nothing of the function, so that it builds with the client of several Karmada releases: go.mod
// names the newest, karmada-*.mod the older ones (go test -modfile=karmada-1.16.mod).
package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/webhook/request"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic/fake"
)

// Client asks one URL about every kind and operation.
type Client struct {
	interpreter *webhook.CustomizedInterpreter
	stop        context.CancelFunc
}

// NewClient returns Karmada's client for the URL. A nil caBundle means the system's roots. Close it after use.
func NewClient(url string, caBundle []byte, timeoutSeconds int32) (*Client, error) {
	config, err := configuration(url, caBundle, timeoutSeconds)
	if err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := configv1alpha1.Install(scheme); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	manager := informers(ctx, fake.NewSimpleDynamicClient(scheme, config))
	interpreter, err := webhook.NewCustomizedInterpreter(manager, nil)
	if err != nil {
		stop()
		return nil, err
	}
	manager.Start()
	for resource, synced := range manager.WaitForCacheSyncWithTimeout(10 * time.Second) {
		if !synced {
			stop()
			return nil, fmt.Errorf("cannot read %s", resource)
		}
	}
	if !interpreter.HookEnabled(config.GroupVersionKind(), configv1alpha1.InterpreterOperationRetain) {
		stop()
		return nil, errors.New("the configuration is not in effect")
	}
	return &Client{interpreter: interpreter, stop: stop}, nil
}

// Close stops the client's informers.
func (c *Client) Close() { c.stop() }

// configuration sends every kind and operation to the URL.
func configuration(url string, caBundle []byte, timeoutSeconds int32) (*unstructured.Unstructured, error) {
	config := &configv1alpha1.ResourceInterpreterWebhookConfiguration{
		TypeMeta:   metav1.TypeMeta{APIVersion: "config.karmada.io/v1alpha1", Kind: "ResourceInterpreterWebhookConfiguration"},
		ObjectMeta: metav1.ObjectMeta{Name: "contract"},
		Webhooks: []configv1alpha1.ResourceInterpreterWebhook{{
			Name: "workload.example.io",
			Rules: []configv1alpha1.RuleWithOperations{{
				Operations: []configv1alpha1.InterpreterOperation{configv1alpha1.InterpreterOperationAll},
				Rule:       configv1alpha1.Rule{APIGroups: []string{"*"}, APIVersions: []string{"*"}, Kinds: []string{"*"}},
			}},
			ClientConfig:               admissionregistrationv1.WebhookClientConfig{URL: &url, CABundle: caBundle},
			InterpreterContextVersions: []string{"v1alpha1"},
			TimeoutSeconds:             &timeoutSeconds,
		}},
	}
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(config)
	return &unstructured.Unstructured{Object: object}, err
}

// Input is what Karmada wants to know.
type Input struct {
	Operation        configv1alpha1.InterpreterOperation
	Object, Observed *unstructured.Unstructured
	Replicas         int32
	Statuses         []workv1alpha2.AggregatedStatusItem
}

// Ask returns what Karmada makes of the answer, as JSON: for an operation that patches, the object after the patch.
func (c *Client) Ask(ctx context.Context, in Input) (string, error) {
	attributes := &request.Attributes{
		Operation: in.Operation, Object: in.Object.DeepCopy(), ReplicasSet: in.Replicas, AggregatedStatus: in.Statuses,
	}
	if in.Observed != nil {
		attributes.ObservedObj = in.Observed.DeepCopy()
	}
	answer, err := c.Interpret(ctx, attributes)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(answer)
	return string(text), err
}

// Interpret returns what Karmada makes of the answer.
func (c *Client) Interpret(ctx context.Context, attributes *request.Attributes) (any, error) {
	switch attributes.Operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		replicas, requirements, _, err := c.interpreter.GetReplicas(ctx, attributes)
		return map[string]any{"replicas": replicas, "replicaRequirements": requirements}, err
	case configv1alpha1.InterpreterOperationInterpretStatus:
		status, _, err := c.interpreter.ReflectStatus(ctx, attributes)
		return status, err
	case configv1alpha1.InterpreterOperationInterpretHealth:
		healthy, _, err := c.interpreter.InterpretHealth(ctx, attributes)
		return healthy, err
	case configv1alpha1.InterpreterOperationInterpretDependency:
		dependencies, _, err := c.interpreter.GetDependencies(ctx, attributes)
		return dependencies, err
	case "InterpretComponent":
		return components(ctx, c.interpreter, attributes)
	}
	object, _, err := c.interpreter.Patch(ctx, attributes)
	return object, err
}
