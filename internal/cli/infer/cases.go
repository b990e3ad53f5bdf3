// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package infer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/result"
	"workload.example.io/interpreter/internal/cli/testcase"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/webhook"
)

// questioner asks the described kind about the example.
type questioner struct {
	endpoint  *client.Client
	supported map[interpreter.Operation]bool
	// object is the example, seen the example with a generation, as Karmada holds it, and member with a status, too.
	object, seen, member json.RawMessage
	// desired and observed are the example, and what a member has made of the fields that it may own.
	desired, observed json.RawMessage
}

// Cases compiles a description and writes down what it answers about the object and the member's object today, one case for each
// question. They hold what is there, so that a change shows; whether it is right a person has to read.
func (d *Definition) Cases(ctx context.Context, name string, description []byte, object, member map[string]any) ([]byte, error) {
	set, err := described.Load(described.Source{Name: name, Data: description})
	if err == nil {
		err = set.Compile()
	}
	if err != nil {
		return nil, err
	}
	registry, err := interpreter.NewRegistry(set.Kinds()...)
	if err != nil {
		return nil, err
	}
	q := questioner{endpoint: client.InProcess(webhook.New(registry, nil)), supported: map[interpreter.Operation]bool{}}
	for _, operation := range set.Kinds()[0].Operations() {
		q.supported[operation] = true
	}
	desired, observed := d.kept(object, member)
	for _, document := range []struct {
		object map[string]any
		into   *json.RawMessage
	}{{object, &q.object}, {member, &q.member}, {without(member, "status"), &q.seen}, {desired, &q.desired}, {observed, &q.observed}} {
		if *document.into, err = json.Marshal(document.object); err != nil {
			return nil, err
		}
	}
	return q.write(ctx)
}

func (q *questioner) write(ctx context.Context) ([]byte, error) {
	var documents []string
	for _, c := range q.cases(ctx) {
		if !q.supported[interpreter.Operation(c.Operation)] {
			continue
		}
		output, err := q.ask(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("cannot make the case %q: %w", c.Name, err)
		}
		c.Output = output
		text, err := c.YAML()
		if err != nil {
			return nil, err
		}
		documents = append(documents, string(text))
	}
	return []byte("# What the description answers about the example. Read it: a wrong output is a mistake in the description.\n" +
		strings.Join(documents, "---\n")), nil
}

// cases are the questions, without their outputs.
func (q *questioner) cases(ctx context.Context) []testcase.Written {
	cases := []testcase.Written{
		{Name: "replicas of the example", Operation: string(configv1alpha1.InterpreterOperationInterpretReplica), DesiredObj: q.object},
		{Name: "components of the example", Operation: string(configv1alpha1.InterpreterOperationInterpretComponent), DesiredObj: q.object},
		{Name: "one replica for a member", Operation: string(configv1alpha1.InterpreterOperationReviseReplica), DesiredObj: q.object, InputReplicas: 1},
		{Name: "what a member keeps", Operation: string(configv1alpha1.InterpreterOperationRetain), DesiredObj: q.desired, ObservedObj: q.observed},
		{Name: "the status of a member", Operation: string(configv1alpha1.InterpreterOperationInterpretStatus), ObservedObj: q.member},
		{Name: "no status yet", Operation: string(configv1alpha1.InterpreterOperationInterpretHealth), ObservedObj: q.object},
		{Name: "the example's status", Operation: string(configv1alpha1.InterpreterOperationInterpretHealth), ObservedObj: q.member},
		{Name: "what follows the example", Operation: string(configv1alpha1.InterpreterOperationInterpretDependency), DesiredObj: q.object},
	}
	aggregate := testcase.Written{Name: "the statuses of two members", Operation: string(configv1alpha1.InterpreterOperationAggregateStatus), DesiredObj: q.seen}
	for _, name := range []string{"member1", "member2"} {
		item := workv1alpha2.AggregatedStatusItem{ClusterName: name, Applied: true}
		if status := q.collected(ctx); status != nil {
			item.Status = &runtime.RawExtension{Raw: status}
		}
		aggregate.StatusItems = append(aggregate.StatusItems, item)
	}
	return append(cases, aggregate)
}

// collected is the status that Karmada collects from the member, nil if there is none.
func (q *questioner) collected(ctx context.Context) json.RawMessage {
	c := testcase.Written{Operation: string(configv1alpha1.InterpreterOperationInterpretStatus), ObservedObj: q.member}
	if q.supported[configv1alpha1.InterpreterOperationInterpretStatus] {
		if output, err := q.ask(ctx, c); err == nil {
			status, _ := output["status"].(json.RawMessage)
			return status
		}
	}
	return nil
}

// ask returns the outputs by their names in Karmada's test files.
func (q *questioner) ask(ctx context.Context, c testcase.Written) (map[string]any, error) {
	in := client.Input{Operation: interpreter.Operation(c.Operation), Object: c.DesiredObj, Replicas: c.InputReplicas, Statuses: c.StatusItems}
	switch {
	case c.Operation == string(configv1alpha1.InterpreterOperationRetain):
		in.Observed = c.ObservedObj
	case c.DesiredObj == nil:
		in.Object = c.ObservedObj
	}
	request, err := in.Request()
	if err != nil {
		return nil, err
	}
	response, err := q.endpoint.Ask(ctx, request)
	if err != nil {
		return nil, err
	}
	if !response.Successful {
		return nil, fmt.Errorf("the description refuses its example: %s", response.Status.Message)
	}
	return result.Of(request, response.ResourceInterpreterResponse)
}
