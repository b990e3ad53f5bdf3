// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import "workload.example.io/interpreter/internal/kinds/described/strictyaml"

// The API version and kind of a description.
const (
	APIVersion      = "interpreter.workload.example.io/v1alpha1"
	DescriptionKind = "KindDescription"
)

// Description tells Karmada how to interpret one kind of resource: for each operation the paths of the fields that matter, or
// a CEL expression where paths do not suffice. What is not described is left to Karmada.
type Description struct {
	strictyaml.Position
	// APIVersion is interpreter.workload.example.io/v1alpha1.
	APIVersion strictyaml.Text `yaml:"apiVersion,required"`
	// Kind is KindDescription.
	Kind strictyaml.Text `yaml:"kind,required"`
	// Metadata is for people: a name, labels and annotations. Nothing reads it.
	Metadata any `yaml:"metadata"`
	// Spec is the description.
	Spec Spec `yaml:"spec,required"`
}

// Spec names the kind and describes its operations, at least one.
type Spec struct {
	strictyaml.Position
	// Target is the kind that is described.
	Target Target `yaml:"target,required"`
	// Variables are values with a name for the expressions, as in ValidatingAdmissionPolicy: evaluated when they are first
	// read, once a call. A variable may read those above it.
	Variables []Variable `yaml:"variables"`
	// ReplicaResource answers InterpretReplica: how many replicas are wanted and what each requires.
	ReplicaResource *ReplicaResource `yaml:"replicaResource"`
	// ComponentResource answers InterpretComponent: the same for each component.
	ComponentResource *ComponentResource `yaml:"componentResource"`
	// ReplicaRevision answers ReviseReplica: where a member's share of the replicas is written.
	ReplicaRevision *ReplicaRevision `yaml:"replicaRevision"`
	// Retention answers Retain: which fields a member cluster owns.
	Retention *Retention `yaml:"retention"`
	// StatusReflection answers InterpretStatus: which part of a member's status Karmada collects.
	StatusReflection *StatusReflection `yaml:"statusReflection"`
	// StatusAggregation answers AggregateStatus: what the members' statuses make together.
	StatusAggregation *StatusAggregation `yaml:"statusAggregation"`
	// HealthInterpretation answers InterpretHealth.
	HealthInterpretation *HealthInterpretation `yaml:"healthInterpretation"`
	// DependencyInterpretation answers InterpretDependency: which objects must follow into a member.
	DependencyInterpretation *DependencyInterpretation `yaml:"dependencyInterpretation"`
}

// Target names a kind. Requests about any version of its group are answered.
type Target struct {
	// APIVersion is group/version, or v1 for the core group.
	APIVersion strictyaml.Text `yaml:"apiVersion,required"`
	// Kind is the name of the kind.
	Kind strictyaml.Text `yaml:"kind,required"`
}

// Variable is a value with a name: expressions read it as variables.NAME.
type Variable struct {
	// Name is an identifier.
	Name strictyaml.Text `yaml:"name,required"`
	// Expression gives the value, of any type.
	Expression strictyaml.Text `yaml:"expression,required"`
}

// ReplicaResource wants path or expression.
type ReplicaResource struct {
	strictyaml.Position
	// Path leads to the number of replicas.
	Path strictyaml.Text `yaml:"path"`
	// Default is the number where the path leads to nothing; without it that is an error.
	Default *int64 `yaml:"default"`
	// Expression gives the number of replicas, an int.
	Expression strictyaml.Text `yaml:"expression"`
	// Template is the path of a pod template: its requests, node selector, affinity, tolerations and priority class are what a
	// replica requires, as for a Deployment.
	Template strictyaml.Text `yaml:"template"`
	// Requirements is an expression in place of template: a map with nodeClaim, resourceRequest, namespace and
	// priorityClassName, as podRequirements returns it, or null.
	Requirements strictyaml.Text `yaml:"requirements"`
}

// ComponentResource wants components or expression.
type ComponentResource struct {
	strictyaml.Position
	// Components are the components in the order in which they are reported.
	Components []Component `yaml:"components"`
	// Expression gives the components: a list of maps with name, replicas and, where a replica requires something, template (a
	// pod template) or requirements.
	Expression strictyaml.Text `yaml:"expression"`
}

// Component is one component, with path or expression for its replicas.
type Component struct {
	strictyaml.Position
	// Name of the component, at most 32 characters.
	Name strictyaml.Text `yaml:"name,required"`
	// When is an expression, a bool: where it is false, or a field that it reads is not there, the object has no such component.
	When strictyaml.Text `yaml:"when"`
	// Path leads to the number of replicas.
	Path strictyaml.Text `yaml:"path"`
	// Default is the number where the path leads to nothing; without it that is an error.
	Default *int64 `yaml:"default"`
	// Expression gives the number of replicas, an int.
	Expression strictyaml.Text `yaml:"expression"`
	// Template is the path of the component's pod template.
	Template strictyaml.Text `yaml:"template"`
	// Requirements is an expression in place of template.
	Requirements strictyaml.Text `yaml:"requirements"`
}

// ReplicaRevision says where the replicas are written.
type ReplicaRevision struct {
	strictyaml.Position
	// Paths are written with the wanted replicas, or with what their expression makes of the variable replicas. One path may use
	// [*] for the elements of one list; its expression is then a list with one value for each.
	Paths []Rule `yaml:"paths,required"`
}

// Retention says what stays as it is in the member cluster.
type Retention struct {
	strictyaml.Position
	// Paths of the wanted object take the value that stands there in the member, its absence included, or the value of their
	// expression. Without any nothing is retained.
	Paths []Rule `yaml:"paths,required,empty"`
}

// Rule is a path that is written; a string in its place is the path alone.
type Rule struct {
	strictyaml.Position
	// Path leads to the field that is written.
	Path strictyaml.Text `yaml:"path,required,short"`
	// When is an expression, a bool: where it is false, or a field that it reads is not there, the field is left alone.
	When strictyaml.Text `yaml:"when"`
	// Expression gives the value that is written. A value that is an empty optional removes the field.
	Expression strictyaml.Text `yaml:"expression"`
}

// StatusReflection wants fields or expression.
type StatusReflection struct {
	strictyaml.Position
	// Fields are paths below status that are collected as they are.
	Fields []Field `yaml:"fields"`
	// Expression gives the status, a map. Members that are null or an empty optional are not collected.
	Expression strictyaml.Text `yaml:"expression"`
	// Generation adds generation, that of the member's object, and resourceTemplateGeneration, that of the object in Karmada
	// which the member's was made from: what observedGeneration of the aggregation needs.
	Generation bool `yaml:"generation"`
}

// Field is a field of the status; a string in its place is the path alone.
type Field struct {
	strictyaml.Position
	// Path leads to the field, below status.
	Path strictyaml.Text `yaml:"path,required,short"`
	// Default is the value where there is none.
	Default any `yaml:"default"`
}

// StatusAggregation describes some fields of the status, or with expression all of it. Fields that are not described stay as they
// are; one that is described and for which there is no value is removed.
type StatusAggregation struct {
	strictyaml.Position
	// ObservedGeneration writes observedGeneration: the generation of the object in Karmada once every member has observed it;
	// until then it stays as it is. Members report it with generation of the reflection.
	ObservedGeneration bool `yaml:"observedGeneration"`
	// Sum adds up the counts of all members, integers from 0 to 2147483647; it is 0 where no member has one.
	Sum []Field `yaml:"sum"`
	// Min is the smallest integer or text of all members.
	Min []Field `yaml:"min"`
	// Max is the largest integer or text of all members, such as the latest time.
	Max []Field `yaml:"max"`
	// First is the value of the first member, by name, that has one which is not empty.
	First []Field `yaml:"first"`
	// Last is the value of the last member, by name, that has one which is not empty.
	Last []Field `yaml:"last"`
	// Conditions writes conditions: those of all members, one for each type, status and reason, its message telling what each
	// member says, as mergeConditions(items) returns them.
	Conditions bool `yaml:"conditions"`
	// Fields are expressions for further fields. null, an empty optional, list or map says nothing: the field is removed if it says
	// something, else left alone. An empty text and 0 are values.
	Fields []NamedExpression `yaml:"fields,map"`
	// Expression gives the whole status, a map, in place of all above: members that it does not have are removed. null or an
	// empty optional means that there is no status. Only what differs is written.
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
	// Expression is a bool. An object that lacks a field which the expression reads is not healthy.
	Expression strictyaml.Text `yaml:"expression,required,short"`
}

// DependencyInterpretation lists paths, which may use [*] for every element of a list or member of an object, and may add an
// expression. Everything is in the namespace of the object.
type DependencyInterpretation struct {
	strictyaml.Position
	// PodTemplates are paths of pod templates: what their pods refer to follows, as for a Deployment.
	PodTemplates []strictyaml.Text `yaml:"podTemplates"`
	// PodSpecs are paths of pod specs.
	PodSpecs []strictyaml.Text `yaml:"podSpecs"`
	// Secrets are paths of names of Secrets.
	Secrets []strictyaml.Text `yaml:"secrets"`
	// ConfigMaps are paths of names of ConfigMaps.
	ConfigMaps []strictyaml.Text `yaml:"configMaps"`
	// ServiceAccounts are paths of names of ServiceAccounts; default is left out, each namespace has it.
	ServiceAccounts []strictyaml.Text `yaml:"serviceAccounts"`
	// PersistentVolumeClaims are paths of names of PersistentVolumeClaims.
	PersistentVolumeClaims []strictyaml.Text `yaml:"persistentVolumeClaims"`
	// Expression gives further dependencies: a list of maps with apiVersion, kind, name or labelSelector, and namespace, as
	// podDependencies returns them.
	Expression strictyaml.Text `yaml:"expression"`
}
