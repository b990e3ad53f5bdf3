// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"encoding/json"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/client"
)

// Rollout is what Karmada makes of the answers: what each member gets, what comes back, and the sum.
type Rollout struct {
	// Divided reports whether the replicas are divided. Otherwise each member gets the whole object: the kind has no
	// replicas, or wants 0 and requires nothing.
	Divided bool `json:"divided"`
	// Replicas is what is divided.
	Replicas int32 `json:"replicas"`
	// Members are the members in the order of the contents.
	Members []MemberRollout `json:"members"`
	// Status is the status of the resource template in the end, in YAML.
	Status string `json:"status"`
	// items are what Karmada collects.
	items []workv1alpha2.AggregatedStatusItem
}

// MemberRollout is what happens in one member.
type MemberRollout struct {
	Name   string `json:"name"`
	Weight int64  `json:"weight"`
	// Replicas is its share, Receives whether it gets the object at all.
	Replicas int32 `json:"replicas"`
	Receives bool  `json:"receives"`
	// Revised is the answer of ReviseReplica for its share.
	Revised Answer `json:"revised"`
	// Status and HealthAnswer are the answers about the object in the member, with the status of its editor.
	Status       Answer `json:"status"`
	HealthAnswer Answer `json:"healthAnswer"`
	// Health is what Karmada makes of the answer about health.
	Health workv1alpha2.ResourceHealth `json:"health"`
	// Collected is the status in YAML that Karmada brings back, empty for none.
	Collected string `json:"collected"`
}

// rollout asks what Karmada asks from the template to the sum of the statuses. It returns the answer of AggregateStatus too.
func (c *conversation) rollout(ctx context.Context, members []Member, replica Answer) (Rollout, Answer) {
	rollout := Rollout{Members: make([]MemberRollout, len(members))}
	rollout.Divided, rollout.Replicas = divided(replica)
	shares := make([]Share, len(members))
	for i, member := range members {
		shares[i] = Share{Name: member.Name, Weight: member.Weight}
	}
	if rollout.Divided {
		shares = Divide(rollout.Replicas, shares, metadataOf(c.object.json).UID)
	}
	for i, share := range shares {
		m := MemberRollout{Name: share.Name, Weight: share.Weight, Replicas: share.Replicas}
		m.Receives = c.object.json != nil && (!rollout.Divided || share.Replicas > 0)
		if m.Receives {
			rollout.items = append(rollout.items, c.inMember(ctx, &m, rollout.Divided, c.statuses[i]))
		}
		rollout.Members[i] = m
	}
	aggregated := c.one(ctx, client.Input{
		Operation: configv1alpha1.InterpreterOperationAggregateStatus, Object: c.object.json, Statuses: rollout.items}, c.object)
	rollout.Status = finalStatus(c.object.json, aggregated)
	return rollout, aggregated
}

// divided applies the rule by which Karmada tells workloads from other objects (ResourceBindingSpec.IsWorkload).
func divided(replica Answer) (bool, int32) {
	replicas, _ := replica.Values["replica"].(int32)
	requires, _ := replica.Values["requires"].(*workv1alpha2.ReplicaRequirements)
	return replicas > 0 || requires != nil, replicas
}

// inMember asks about the object in one member and returns what Karmada collects there.
func (c *conversation) inMember(ctx context.Context, m *MemberRollout, divided bool, status source) workv1alpha2.AggregatedStatusItem {
	object := c.object.json
	m.Revised = Answer{Operation: configv1alpha1.InterpreterOperationReviseReplica, State: Unsupported}
	if divided {
		m.Revised = c.ask(ctx, client.Input{
			Operation: configv1alpha1.InterpreterOperationReviseReplica, Object: object, Replicas: m.Replicas}, c.object)
		if revised, ok := m.Revised.Values["revised"].(json.RawMessage); ok {
			object = revised
		}
	}
	if there, err := inCluster(object, status.json); err == nil {
		object = there
	}
	within := source{editor: status.editor, places: status.places}
	m.Status = c.inStatus(ctx, client.Input{Operation: configv1alpha1.InterpreterOperationInterpretStatus, Object: object}, within)
	m.HealthAnswer = c.inStatus(ctx, client.Input{Operation: configv1alpha1.InterpreterOperationInterpretHealth, Object: object}, within)
	m.Health = health(m.HealthAnswer)
	raw := collected(m.Status, status.json)
	m.Collected = asYAML(raw)
	return item(m, raw)
}

// inStatus asks about an object whose status stands in an editor of its own, and marks problems there.
func (c *conversation) inStatus(ctx context.Context, input client.Input, status source) Answer {
	answer := c.ask(ctx, input, status)
	if root, steps := mentioned(answer.Message); root == "object" && len(steps) > 1 && steps[0] == "status" {
		c.note(status, steps[1:], answer.Message)
	}
	return answer
}

// collected is the answer of InterpretStatus. Without that operation Karmada takes the whole status.
func collected(answer Answer, status []byte) []byte {
	switch raw, ok := answer.Values["status"].(json.RawMessage); {
	case ok:
		return raw
	case answer.State == Unsupported:
		return status
	}
	return nil
}

// health is what Karmada makes of an answer to InterpretHealth: a refusal is Unknown, and a kind without that operation
// is taken for healthy.
func health(answer Answer) workv1alpha2.ResourceHealth {
	healthy, ok := answer.Values["healthy"].(bool)
	switch {
	case healthy || answer.State == Unsupported:
		return workv1alpha2.ResourceHealthy
	case ok:
		return workv1alpha2.ResourceUnhealthy
	}
	return workv1alpha2.ResourceUnknown
}

// finalStatus is the status of the template as AggregateStatus leaves it.
func finalStatus(object []byte, aggregated Answer) string {
	if after, ok := aggregated.Values["aggregatedStatus"].(json.RawMessage); ok {
		object = after
	}
	return asYAML(statusOf(object))
}

func asYAML(document []byte) string {
	if document == nil {
		return ""
	}
	text, err := yaml.JSONToYAML(document)
	if err != nil {
		return ""
	}
	return string(text)
}
