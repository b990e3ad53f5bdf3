// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"encoding/json"
	"strconv"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/client"
)

// filled returns the contents of an example with the statuses that its members would have if all went well: the status of
// the object in a member, with the share of each where that one has its replicas.
func (p *Page) filled(ctx context.Context, example Example) (Contents, error) {
	contents, err := example.contents()
	if err != nil {
		return contents, err
	}
	c := p.converse(contents)
	there := c.one(ctx, client.Input{Operation: configv1alpha1.InterpreterOperationInterpretReplica, Object: c.member.json}, c.member)
	_, replicas := divided(there)
	status := statusOf(c.member.json)
	rollout := p.Answer(ctx, contents).Rollout
	for i, member := range rollout.Members {
		if member.Receives && status != nil {
			contents.Members[i].Status = share(status, rollout.Divided, replicas, member.Replicas)
		}
	}
	return contents, nil
}

// share returns the status in YAML with each count of replicas replaced. A generation is none, even if it is the same
// number.
func share(status json.RawMessage, divided bool, replicas, replica int32) string {
	var value map[string]any
	if json.Unmarshal(status, &value) != nil {
		return ""
	}
	whole := strconv.Itoa(int(replicas))
	for name, count := range value {
		number, ok := count.(float64)
		if divided && ok && name != "observedGeneration" && strconv.FormatFloat(number, 'f', -1, 64) == whole {
			value[name] = replica
		}
	}
	text, err := yaml.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}
