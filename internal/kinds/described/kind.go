// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"encoding/json"
	"fmt"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"

	"workload.example.io/interpreter/internal/interpreter"
)

// kind interprets what was described; the plans of operations that were not are nil.
type kind struct {
	name         string
	replica      *replicaPlan
	component    *componentPlan
	revision     *rulesPlan
	retention    *rulesPlan
	reflection   *reflectionPlan
	aggregation  *aggregationPlan
	health       *healthPlan
	dependencies *dependencyPlan
}

var (
	_ interpreter.Selective             = (*kind)(nil)
	_ interpreter.ReplicaInterpreter    = (*kind)(nil)
	_ interpreter.ComponentInterpreter  = (*kind)(nil)
	_ interpreter.ReplicaReviser        = (*kind)(nil)
	_ interpreter.Retainer              = (*kind)(nil)
	_ interpreter.StatusAggregator      = (*kind)(nil)
	_ interpreter.StatusInterpreter     = (*kind)(nil)
	_ interpreter.HealthInterpreter     = (*kind)(nil)
	_ interpreter.DependencyInterpreter = (*kind)(nil)
)

// Supports reports whether the operation is described.
func (k *kind) Supports(operation interpreter.Operation) bool {
	switch operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		return k.replica != nil
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return k.component != nil
	case configv1alpha1.InterpreterOperationReviseReplica:
		return k.revision != nil
	case configv1alpha1.InterpreterOperationRetain:
		return k.retention != nil
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return k.reflection != nil
	case configv1alpha1.InterpreterOperationAggregateStatus:
		return k.aggregation != nil
	case configv1alpha1.InterpreterOperationInterpretHealth:
		return k.health != nil
	case configv1alpha1.InterpreterOperationInterpretDependency:
		return k.dependencies != nil
	}
	return false
}

// The operations, each with its plan.

func (k *kind) InterpretReplica(req *interpreter.Request) (int32, *workv1alpha2.ReplicaRequirements, error) {
	replicas, requirements, err := k.replica.interpret(req, nil)
	if err == nil && replicas < 0 {
		err = wrong(req, "replicaResource", "want replicas of at least 0, got a negative number")
	}
	return replicas, requirements, err
}

func (k *kind) InterpretComponent(req *interpreter.Request) ([]workv1alpha2.Component, error) {
	components, err := k.component.interpret(req, nil)
	if err != nil {
		return nil, err
	}
	return components, wrong(req, "componentResource", interpreter.CheckComponents(components))
}

func (k *kind) ReviseReplica(req *interpreter.Request) ([]byte, error) {
	return k.revision.revise(req, nil)
}

func (k *kind) Retain(req *interpreter.Request) ([]byte, error) { return k.retention.retain(req, nil) }

func (k *kind) AggregateStatus(req *interpreter.Request) ([]byte, []string, error) {
	return k.aggregation.aggregate(req, nil)
}

func (k *kind) InterpretStatus(req *interpreter.Request) (json.RawMessage, error) {
	return k.reflection.interpret(req, nil)
}

func (k *kind) InterpretHealth(req *interpreter.Request) (bool, error) {
	return k.health.interpret(req, nil)
}

func (k *kind) InterpretDependency(req *interpreter.Request) ([]configv1alpha1.DependentObjectReference, error) {
	dependencies, err := k.dependencies.interpret(req, nil)
	if err != nil {
		return nil, err
	}
	return dependencies, wrong(req, "dependencyInterpretation", interpreter.CheckDependencies(dependencies))
}

// wrong makes an error of what Karmada could not use: in a described kind it comes from the object, not from a bug.
func wrong(req *interpreter.Request, field, problem string) error {
	if problem == "" {
		return nil
	}
	return fmt.Errorf("cannot use what spec.%s of kind %s gives for this object: %s", field, req.Kind.Kind, problem)
}

// healthPlan answers InterpretHealth.
type healthPlan struct {
	*plan
	expression *expression
}

func (p *healthPlan) interpret(req *interpreter.Request, trace *Trace) (bool, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return false, err
	}
	defer c.end()
	return c.boolean(p.expression)
}
