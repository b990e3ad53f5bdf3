// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import "workload.example.io/interpreter/internal/kinds/described/strictyaml"

// The API version and kind of a description.
const (
	APIVersion      = "interpreter.workload.example.io/v1alpha1"
	DescriptionKind = "KindDescription"
)

// Description describes how Karmada interprets one kind of resource: for each operation, the paths of the fields that matter, or
// a CEL expression where paths do not suffice. Operations that are not described are left to Karmada.
type Description struct {
	strictyaml.Position
	// APIVersion is interpreter.workload.example.io/v1alpha1.
	APIVersion strictyaml.Text `yaml:"apiVersion,required"`
	// Kind is KindDescription.
	Kind strictyaml.Text `yaml:"kind,required"`
	// Metadata is informational: a name, labels and annotations. It has no effect.
	Metadata any `yaml:"metadata"`
	// Spec names the kind and describes its operations.
	Spec Spec `yaml:"spec,required"`
}

// Spec names the kind and describes its operations, at least one.
type Spec struct {
	strictyaml.Position
	// Target is the kind to interpret.
	Target Target `yaml:"target,required"`
	// Variables are named values for use in expressions, as in ValidatingAdmissionPolicy. Each is evaluated at most once per
	// call, when it is first read. A variable may read those above it.
	Variables []Variable `yaml:"variables"`
	// ReplicaResource answers InterpretReplica: the desired number of replicas and what each of them requires.
	ReplicaResource *ReplicaResource `yaml:"replicaResource"`
	// ComponentResource answers InterpretComponent: the replicas of each component and what each of them requires.
	ComponentResource *ComponentResource `yaml:"componentResource"`
	// ReplicaRevision answers ReviseReplica: where to write the number of replicas assigned to a member cluster.
	ReplicaRevision *ReplicaRevision `yaml:"replicaRevision"`
	// Retention answers Retain: which fields keep the value that they have in the member cluster.
	Retention *Retention `yaml:"retention"`
	// StatusReflection answers InterpretStatus: which part of a member's status Karmada collects.
	StatusReflection *StatusReflection `yaml:"statusReflection"`
	// StatusAggregation answers AggregateStatus: how the statuses of the member clusters are combined.
	StatusAggregation *StatusAggregation `yaml:"statusAggregation"`
	// HealthInterpretation answers InterpretHealth: whether the object is healthy.
	HealthInterpretation *HealthInterpretation `yaml:"healthInterpretation"`
	// DependencyInterpretation answers InterpretDependency: which objects must be propagated along with this one.
	DependencyInterpretation *DependencyInterpretation `yaml:"dependencyInterpretation"`
}

// Target names a kind. Requests about any version of its group are answered.
type Target struct {
	// APIVersion is group/version, or v1 for the core group.
	APIVersion strictyaml.Text `yaml:"apiVersion,required"`
	// Kind is the name of the kind.
	Kind strictyaml.Text `yaml:"kind,required"`
}

// Variable is a named value, which expressions read as variables.NAME.
type Variable struct {
	// Name is the name of the variable, an identifier.
	Name strictyaml.Text `yaml:"name,required"`
	// Expression returns the value, of any type.
	Expression strictyaml.Text `yaml:"expression,required"`
}

// ReplicaResource needs path or expression.
type ReplicaResource struct {
	strictyaml.Position
	// Path is the path of the number of replicas.
	Path strictyaml.Text `yaml:"path"`
	// Default is the number to use if there is nothing at the path; without a default, that is an error.
	Default *int64 `yaml:"default"`
	// Expression returns the number of replicas, an int.
	Expression strictyaml.Text `yaml:"expression"`
	// Template is the path of a pod template: its requests, node selector, affinity, tolerations and priority class are what a
	// replica requires, as for a Deployment.
	Template strictyaml.Text `yaml:"template"`
	// Requirements is an expression in place of template: a map with nodeClaim, resourceRequest, namespace and
	// priorityClassName, as podRequirements returns it, or null.
	Requirements strictyaml.Text `yaml:"requirements"`
}

// ComponentResource needs components or expression.
type ComponentResource struct {
	strictyaml.Position
	// Components lists the components in the order in which they are reported.
	Components []Component `yaml:"components"`
	// Expression returns the components: a list of maps with name, replicas and, if a replica requires something, template (a
	// pod template) or requirements.
	Expression strictyaml.Text `yaml:"expression"`
}

// Component is one component, with path or expression for its replicas.
type Component struct {
	strictyaml.Position
	// Name is the name of the component, at most 32 characters.
	Name strictyaml.Text `yaml:"name,required"`
	// When is a boolean expression. If it is false, or a field that it reads is absent, the object does not have this component.
	When strictyaml.Text `yaml:"when"`
	// Path is the path of the number of replicas.
	Path strictyaml.Text `yaml:"path"`
	// Default is the number to use if there is nothing at the path; without a default, that is an error.
	Default *int64 `yaml:"default"`
	// Expression returns the number of replicas, an int.
	Expression strictyaml.Text `yaml:"expression"`
	// Template is the path of the component's pod template.
	Template strictyaml.Text `yaml:"template"`
	// Requirements is an expression in place of template.
	Requirements strictyaml.Text `yaml:"requirements"`
}

// ReplicaRevision lists where the number of replicas is written.
type ReplicaRevision struct {
	strictyaml.Position
	// Paths are set to the number of replicas, or to the value of their expression, which reads that number as the variable
	// replicas. One path may use [*] for the elements of one list; its expression then returns a list with a value for each.
	Paths []Rule `yaml:"paths,required"`
}

// Retention lists what stays as it is in the member cluster.
type Retention struct {
	strictyaml.Position
	// Paths are fields of the desired object that take the value from the member cluster, or its absence, or the value of their
	// expression. If the list is empty, nothing is retained.
	Paths []Rule `yaml:"paths,required,empty"`
}

// Rule is a path that is written; a string in its place is the path alone.
type Rule struct {
	strictyaml.Position
	// Path is the path of the field to write.
	Path strictyaml.Text `yaml:"path,required,short"`
	// When is a boolean expression. If it is false, or a field that it reads is absent, the field is left alone.
	When strictyaml.Text `yaml:"when"`
	// Expression returns the value to write. An empty optional removes the field.
	Expression strictyaml.Text `yaml:"expression"`
}

// StatusReflection needs fields or expression.
type StatusReflection struct {
	strictyaml.Position
	// Fields are paths below status. Their values are collected unchanged.
	Fields []Field `yaml:"fields"`
	// Expression returns the status, a map. Entries that are null or an empty optional are not collected.
	Expression strictyaml.Text `yaml:"expression"`
	// Generation adds generation, that of the member's object, and resourceTemplateGeneration, that of the resource template
	// it was created from. statusAggregation.observedGeneration needs both.
	Generation bool `yaml:"generation"`
}

// Field is a field of the status; a string in its place is the path alone.
type Field struct {
	strictyaml.Position
	// Path is the path of the field, below status.
	Path strictyaml.Text `yaml:"path,required,short"`
	// Default is the value to use if there is none.
	Default any `yaml:"default"`
}

// StatusAggregation describes some fields of the status, or with expression all of it. Fields that are not described stay as they
// are; one that is described and for which there is no value is removed.
type StatusAggregation struct {
	strictyaml.Position
	// ObservedGeneration writes observedGeneration: the generation of the resource template, once every member has observed it;
	// until then it stays as it is, or is 0. Members report it if statusReflection.generation is set.
	ObservedGeneration bool `yaml:"observedGeneration"`
	// Sum adds up the counts of all members, integers from 0 to 2147483647. It is 0 if no member has one.
	Sum []Field `yaml:"sum"`
	// Min is the smallest integer or text of all members.
	Min []Field `yaml:"min"`
	// Max is the largest integer or text of all members, such as the latest time.
	Max []Field `yaml:"max"`
	// First is the value of the first member, by name, whose value is not empty.
	First []Field `yaml:"first"`
	// Last is the value of the last member, by name, whose value is not empty.
	Last []Field `yaml:"last"`
	// Conditions writes conditions: those of all members, one for each type, status and reason, with a message that lists what
	// each member reports, as mergeConditions(items) returns them.
	Conditions bool `yaml:"conditions"`
	// Fields are expressions for further fields. A result of null, an empty optional, an empty list or an empty map means that
	// there is no value, and removes one that is there. An empty string and 0 are values.
	Fields []NamedExpression `yaml:"fields,map"`
	// Expression returns the whole status, a map, in place of all of the above: fields that it does not have are removed. null or
	// an empty optional means that there is no status. Only differences are written.
	Expression strictyaml.Text `yaml:"expression"`
}

// NamedExpression is an expression for the field with the name.
type NamedExpression struct {
	// Name is the path of the field below status.
	Name strictyaml.Text
	// Value is the expression, of any type.
	Value strictyaml.Text
}

// HealthInterpretation says when an object is healthy.
type HealthInterpretation struct {
	strictyaml.Position
	// Expression is a boolean expression. An object that lacks a field that it reads is not healthy.
	Expression strictyaml.Text `yaml:"expression,required,short"`
}

// DependencyInterpretation lists paths, which may use [*] for every element of a list or member of an object, and may add an
// expression. Everything is in the namespace of the object.
type DependencyInterpretation struct {
	strictyaml.Position
	// PodTemplates are paths of pod templates. What their pods refer to is propagated, as for a Deployment.
	PodTemplates []strictyaml.Text `yaml:"podTemplates"`
	// PodSpecs are paths of pod specs.
	PodSpecs []strictyaml.Text `yaml:"podSpecs"`
	// Secrets are paths of names of Secrets.
	Secrets []strictyaml.Text `yaml:"secrets"`
	// ConfigMaps are paths of names of ConfigMaps.
	ConfigMaps []strictyaml.Text `yaml:"configMaps"`
	// ServiceAccounts are paths of names of ServiceAccounts; default is left out, as each namespace has it.
	ServiceAccounts []strictyaml.Text `yaml:"serviceAccounts"`
	// PersistentVolumeClaims are paths of names of PersistentVolumeClaims.
	PersistentVolumeClaims []strictyaml.Text `yaml:"persistentVolumeClaims"`
	// Expression returns further dependencies: a list of maps with apiVersion, kind, name or labelSelector, and namespace, as
	// podDependencies returns them.
	Expression strictyaml.Text `yaml:"expression"`
}
