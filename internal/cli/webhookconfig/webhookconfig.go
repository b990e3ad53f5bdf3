// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package webhookconfig makes the ResourceInterpreterWebhookConfiguration that tells Karmada to ask a function. The
// operations come from what the kinds implement, so the configuration cannot promise what the code does not do.
package webhookconfig

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"workload.example.io/interpreter/internal/interpreter"
)

// Options are the choices that a configuration leaves open.
type Options struct {
	// Name is the name of the configuration. Among several, the first in alphabetical order answers for a kind.
	Name string
	// URL is where every caller, karmada-controller-manager and the karmada-agent of each pull-mode member, reaches the
	// function: https, without user, query or fragment.
	URL string
	// CABundle holds PEM certificates to trust, empty for a publicly trusted certificate.
	CABundle []byte
	// TimeoutSeconds is how long Karmada waits for an answer, from 1 to 30. Scale from zero needs about 10.
	TimeoutSeconds int32
	// Components chooses InterpretComponent, for Karmada's feature gate MultiplePodTemplatesScheduling, where a kind has
	// both that and ReviseReplica; ReviseReplica is registered otherwise.
	Components bool
}

// New returns the configuration for the kinds, or an error that names the option that Karmada would refuse.
func New(registry *interpreter.Registry, o Options) (*configv1alpha1.ResourceInterpreterWebhookConfiguration, error) {
	if len(validation.IsDNS1123Subdomain(o.Name)) > 0 {
		return nil, fmt.Errorf("cannot name the configuration: want a name of lower-case letters, digits, - and ., got %q", o.Name)
	}
	if err := ValidateURL(o.URL); err != nil {
		return nil, err
	}
	if o.TimeoutSeconds < 1 || o.TimeoutSeconds > 30 {
		return nil, fmt.Errorf("cannot set timeoutSeconds: want 1 to 30, got %d", o.TimeoutSeconds)
	}
	config := &configv1alpha1.ResourceInterpreterWebhookConfiguration{
		TypeMeta: metav1.TypeMeta{
			APIVersion: configv1alpha1.GroupName + "/v1alpha1",
			Kind:       configv1alpha1.ResourceKindResourceInterpreterWebhookConfiguration,
		},
		ObjectMeta: metav1.ObjectMeta{Name: o.Name},
	}
	for _, kind := range registry.Kinds() {
		config.Webhooks = append(config.Webhooks, webhook(kind, o))
	}
	return config, nil
}

func webhook(kind interpreter.Kind, o Options) configv1alpha1.ResourceInterpreterWebhook {
	return configv1alpha1.ResourceInterpreterWebhook{
		Name: strings.ToLower(kind.Kind) + "." + cmp.Or(kind.Group, "core"), // at least two segments
		Rules: []configv1alpha1.RuleWithOperations{{
			Operations: operations(kind, o.Components),
			Rule: configv1alpha1.Rule{
				APIGroups:   []string{kind.Group},
				APIVersions: []string{kind.Version},
				Kinds:       []string{kind.Kind},
			},
		}},
		ClientConfig:               admissionregistrationv1.WebhookClientConfig{URL: &o.URL, CABundle: o.CABundle},
		InterpreterContextVersions: []string{"v1alpha1"},
		TimeoutSeconds:             &o.TimeoutSeconds,
	}
}

// operations are those of the kind. Of a kind that has both InterpretComponent and ReviseReplica one is left out, by choice:
// with the feature gate and both, Karmada from v1.17 on revises every member to 0 replicas.
func operations(kind interpreter.Kind, components bool) []interpreter.Operation {
	all := kind.Operations()
	if !slices.Contains(all, interpretComponent) || !slices.Contains(all, reviseReplica) {
		return all
	}
	excluded := interpretComponent
	if components {
		excluded = reviseReplica
	}
	return slices.DeleteFunc(all, func(operation interpreter.Operation) bool { return operation == excluded })
}

const (
	interpretComponent = configv1alpha1.InterpreterOperationInterpretComponent
	reviseReplica      = configv1alpha1.InterpreterOperationReviseReplica
)

// ValidateURL applies the rules that Karmada has for the URL of a webhook (k8s.io/apiserver/pkg/util/webhook). The error
// does not repeat the URL, because its path may be a secret.
func ValidateURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return errors.New("cannot use the URL: want an absolute https URL, got something that is no URL")
	case u.Scheme != "https":
		return fmt.Errorf("cannot use the URL: want scheme https, got %q", u.Scheme)
	case u.Host == "":
		return errors.New("cannot use the URL: want a host, got none")
	case u.User != nil:
		return errors.New("cannot use the URL: want no user or password, got one")
	case u.RawQuery != "" || u.ForceQuery:
		return errors.New("cannot use the URL: want no query, got one")
	case u.Fragment != "":
		return errors.New("cannot use the URL: want no fragment, got one")
	}
	return nil
}
