// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"knative.dev/pkg/apis"
	"knative.dev/serving/pkg/apis/config"
	servingv1 "knative.dev/serving/pkg/apis/serving/v1"
	servingv1beta1 "knative.dev/serving/pkg/apis/serving/v1beta1"
)

// resource is what Knative's own admission webhook works with.
type resource interface {
	apis.Defaultable
	apis.Validatable
}

// Knative decodes, defaults and validates an object of serving.knative.dev as Knative's admission webhook does, with
// Knative's default settings, and applies one rule of our own. Objects of other groups pass.
func Knative(ctx context.Context, object *unstructured.Unstructured) error {
	var into resource
	switch object.GetAPIVersion() + "/" + object.GetKind() {
	case "serving.knative.dev/v1/Service":
		into = &servingv1.Service{}
	case "serving.knative.dev/v1beta1/DomainMapping":
		into = &servingv1beta1.DomainMapping{}
	default:
		return nil
	}
	content, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	defaults, err := config.NewDefaultsConfigFromMap(nil)
	if err != nil {
		return err
	}
	features, err := config.NewFeaturesConfigFromMap(nil)
	if err != nil {
		return err
	}
	ctx = apis.WithinCreate(config.ToContext(ctx, &config.Config{Defaults: defaults, Features: features}))
	if service, ok := into.(*servingv1.Service); ok {
		if err := portsOfProbes(service); err != nil {
			return err
		}
	}
	into.SetDefaults(ctx)
	if err := into.Validate(ctx); err != nil {
		return err
	}
	return nil
}

// portsOfProbes wants a port in every HTTP probe: Knative fills it in for some probes only, admits the others, and such a
// Service never becomes ready.
func portsOfProbes(service *servingv1.Service) error {
	for _, container := range service.Spec.Template.Spec.Containers {
		probes := map[string]*corev1.Probe{"readinessProbe": container.ReadinessProbe, "livenessProbe": container.LivenessProbe,
			"startupProbe": container.StartupProbe}
		for name, probe := range probes {
			if probe != nil && probe.HTTPGet != nil && probe.HTTPGet.Port.IntValue() == 0 {
				return fmt.Errorf("cannot use %s.httpGet of container %s: want a port, got none", name, container.Name)
			}
		}
	}
	return nil
}
