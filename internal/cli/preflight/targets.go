// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"workload.example.io/interpreter/internal/interpreter"
)

// Probes are objects to ask about, as JSON, by their kind.
type Probes map[schema.GroupKind][]byte

// Targets returns the webhooks of the configurations in the order in which Karmada asks them.
func Targets(configurations []configv1alpha1.ResourceInterpreterWebhookConfiguration, probes Probes) []Target {
	var targets []Target
	for i := range configurations {
		for j := range configurations[i].Webhooks {
			targets = append(targets, target(configurations[i].Name, &configurations[i].Webhooks[j], probes))
		}
	}
	slices.SortStableFunc(targets, func(a, b Target) int { return strings.Compare(a.Name, b.Name) })
	remarkShadowed(targets)
	return targets
}

// remarkShadowed warns of operations that a webhook with an earlier name already answers.
func remarkShadowed(targets []Target) {
	first := map[string]string{}
	for i := range targets {
		shadowed := map[string]bool{}
		for _, subject := range targets[i].Subjects {
			for _, operation := range subject.Operations {
				key := string(subject.Object) + string(operation)
				if earlier, ok := first[key]; ok && earlier != targets[i].Name {
					shadowed[earlier] = true
				} else {
					first[key] = targets[i].Name
				}
			}
		}
		for _, earlier := range slices.Sorted(maps.Keys(shadowed)) {
			targets[i].Remarks = append(targets[i].Remarks, Finding{Check: Config, Status: Warn, Fault: "shadowed",
				Detail: fmt.Sprintf("%s registers some of the same operations and kinds and comes first, so Karmada asks it instead", earlier),
				Next:   "delete one of them, or name the one that should answer so that it sorts first"})
		}
	}
}

func target(configuration string, webhook *configv1alpha1.ResourceInterpreterWebhook, probes Probes) Target {
	t := Target{Name: configuration + "/" + webhook.Name, CABundle: webhook.ClientConfig.CABundle}
	if webhook.ClientConfig.URL != nil {
		t.URL = *webhook.ClientConfig.URL
	}
	if webhook.TimeoutSeconds != nil {
		t.Timeout = time.Duration(*webhook.TimeoutSeconds) * time.Second
	}
	if webhook.ClientConfig.Service != nil {
		t.Remarks = append(t.Remarks, Finding{Check: Config, Status: Warn, Fault: "service-reference",
			Detail: "clientConfig.service is not examined: only karmada-controller-manager can reach a Service, no karmada-agent can",
			Next:   "use clientConfig.url"})
	}
	if !slices.Contains(webhook.InterpreterContextVersions, "v1alpha1") {
		t.Remarks = append(t.Remarks, Finding{Check: Config, Status: Fail, Fault: "context-version",
			Detail: "interpreterContextVersions does not hold v1alpha1, so Karmada fails every call", Next: "add v1alpha1"})
	}
	for _, rule := range webhook.Rules {
		operations := expand(rule.Operations)
		if slices.Contains(operations, configv1alpha1.InterpreterOperationInterpretComponent) &&
			slices.Contains(operations, configv1alpha1.InterpreterOperationReviseReplica) {
			t.Remarks = append(t.Remarks, Finding{Check: Config, Status: Warn, Fault: "components-and-revision",
				Detail: "InterpretComponent and ReviseReplica are both registered: with the feature gate MultiplePodTemplatesScheduling Karmada v1.18 revises every member to 0 replicas",
				Next:   "take one of them out of the rules (interpret config makes either choice)"})
		}
		t.Subjects = append(t.Subjects, subjects(rule, operations, probes)...)
	}
	if len(t.Subjects) == 0 {
		t.Remarks = append(t.Remarks, nothingToAsk(webhook.Rules))
	}
	return t
}

// nothingToAsk says why no object can be asked about.
func nothingToAsk(rules []configv1alpha1.RuleWithOperations) Finding {
	for _, rule := range rules {
		if len(rule.Operations) > 0 && len(rule.APIGroups) > 0 && len(rule.APIVersions) > 0 && len(rule.Kinds) > 0 {
			return Finding{Check: Config, Status: Fail, Fault: "no-probe",
				Detail: "the rules name no kind, so there is no object to ask about", Next: "give an object of one of the kinds with --object-file"}
		}
	}
	return Finding{Check: Config, Status: Fail, Fault: "no-rules",
		Detail: "the webhook has no rule with an operation and a kind, so Karmada never asks it", Next: "add rules"}
}

// expand replaces "*" by all operations.
func expand(operations []interpreter.Operation) []interpreter.Operation {
	if slices.Contains(operations, configv1alpha1.InterpreterOperationAll) {
		return interpreter.Operations()
	}
	return operations
}

// subjects are the kinds of a rule. A kind that no probe is known for is asked about with an empty object.
func subjects(rule configv1alpha1.RuleWithOperations, operations []interpreter.Operation, probes Probes) []Subject {
	var list []Subject
	if len(operations) == 0 {
		return nil
	}
	for _, group := range rule.APIGroups {
		for _, kind := range rule.Kinds {
			if probe, ok := probes.match(group, kind); ok {
				list = append(list, Subject{Object: probe, Operations: operations})
			} else if group != "*" && kind != "*" && len(rule.APIVersions) > 0 {
				list = append(list, Subject{Object: empty(group, rule.APIVersions[0], kind), Operations: operations})
			}
		}
	}
	return list
}

func (p Probes) match(group, kind string) ([]byte, bool) {
	for known, probe := range p {
		if (group == "*" || group == known.Group) && (kind == "*" || kind == known.Kind) {
			return probe, true
		}
	}
	return nil, false
}

func empty(group, version, kind string) []byte {
	if version == "*" {
		version = "v1"
	}
	document, _ := json.Marshal(map[string]any{
		"apiVersion": schema.GroupVersion{Group: group, Version: version}.String(), "kind": kind,
		"metadata": map[string]any{"name": "interpret-check", "namespace": "default"},
		"spec":     map[string]any{}, "status": map[string]any{},
	})
	return document
}

// Configurations reads the ResourceInterpreterWebhookConfigurations out of documents, Lists of them included.
func Configurations(documents [][]byte) ([]configv1alpha1.ResourceInterpreterWebhookConfiguration, error) {
	var found []configv1alpha1.ResourceInterpreterWebhookConfiguration
	for _, document := range documents {
		var head struct {
			Kind  string            `json:"kind"`
			Items []json.RawMessage `json:"items"`
		}
		if err := json.Unmarshal(document, &head); err != nil {
			return nil, errors.New("cannot read the configuration: want an object, got something else")
		}
		if strings.HasSuffix(head.Kind, "List") {
			items := make([][]byte, len(head.Items))
			for i, item := range head.Items {
				items[i] = item
			}
			inner, err := Configurations(items)
			if err != nil {
				return nil, err
			}
			found = append(found, inner...)
		}
		if head.Kind != configv1alpha1.ResourceKindResourceInterpreterWebhookConfiguration {
			continue
		}
		var configuration configv1alpha1.ResourceInterpreterWebhookConfiguration
		if err := json.Unmarshal(document, &configuration); err != nil {
			return nil, fmt.Errorf("cannot read the configuration: %w", err)
		}
		found = append(found, configuration)
	}
	return found, nil
}
