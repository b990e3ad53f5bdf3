// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package inprocess

import (
	"errors"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/declarative"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// lua gives Karmada's interpreter the signatures of the native one.
type lua struct {
	configurable *declarative.ConfigurableInterpreter
}

var errNoScript = errors.New("cannot ask: there is no script for this operation of this kind")

func checked[T any](answer T, enabled bool, err error) (T, error) {
	if err == nil && !enabled {
		err = errNoScript
	}
	return answer, err
}

func (l lua) GetReplicas(object *unstructured.Unstructured) (int32, *workv1alpha2.ReplicaRequirements, error) {
	replicas, requirements, enabled, err := l.configurable.GetReplicas(object)
	_, err = checked(replicas, enabled, err)
	return replicas, requirements, err
}

func (l lua) GetComponents(object *unstructured.Unstructured) ([]workv1alpha2.Component, error) {
	return checked(l.configurable.GetComponents(object))
}

func (l lua) ReviseReplica(object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	return checked(l.configurable.ReviseReplica(object, replicas))
}

func (l lua) Retain(desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return checked(l.configurable.Retain(desired, observed))
}

func (l lua) AggregateStatus(object *unstructured.Unstructured, items []workv1alpha2.AggregatedStatusItem) (*unstructured.Unstructured, error) {
	return checked(l.configurable.AggregateStatus(object, items))
}

func (l lua) ReflectStatus(object *unstructured.Unstructured) (*runtime.RawExtension, error) {
	return checked(l.configurable.ReflectStatus(object))
}

func (l lua) InterpretHealth(object *unstructured.Unstructured) (bool, error) {
	return checked(l.configurable.InterpretHealth(object))
}

func (l lua) GetDependencies(object *unstructured.Unstructured) ([]configv1alpha1.DependentObjectReference, error) {
	return checked(l.configurable.GetDependencies(object))
}
