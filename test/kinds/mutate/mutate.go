// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package mutate changes a request in one or two places, as objects and statuses differ in the wild: a member is missing,
// null, zero or something else, a list is shorter, longer or in another order, a member cluster has reported nothing or
// nothing yet. A type never changes, because an API server would not let that through.
//
// The same request, number and seed give the same change.
package mutate

import (
	"encoding/json"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"
	kubejson "k8s.io/apimachinery/pkg/util/json"
)

// Request returns the n-th variant of the request. The seed names the request.
func Request(request *configv1alpha1.ResourceInterpreterRequest, seed string, n int) (*configv1alpha1.ResourceInterpreterRequest, error) {
	hash := fnv.New64a()
	hash.Write([]byte(seed))
	m := mutation{rand.New(rand.NewPCG(hash.Sum64(), uint64(n)))}
	mutant := request.DeepCopy()
	for range 1 + m.IntN(2) {
		if err := m.once(mutant); err != nil {
			return nil, err
		}
	}
	return mutant, nil
}

type mutation struct{ *rand.Rand }

// once changes the statuses of the members or one of the objects.
func (m mutation) once(request *configv1alpha1.ResourceInterpreterRequest) error {
	switch {
	case len(request.AggregatedStatus) > 0 && m.IntN(8) > 0:
		if m.IntN(4) == 0 {
			m.members(request)
			return nil
		}
		return m.status(request)
	case request.ObservedObject != nil && m.IntN(2) == 0:
		return m.raw(request.ObservedObject, m.object)
	case request.DesiredReplicas != nil && m.IntN(4) == 0:
		*request.DesiredReplicas = int32(m.IntN(12))
		return nil
	}
	return m.raw(&request.Object, m.object)
}

// members changes which member clusters have reported.
func (m mutation) members(request *configv1alpha1.ResourceInterpreterRequest) {
	items := request.AggregatedStatus
	i := m.IntN(len(items))
	switch m.IntN(4) {
	case 0:
		items = slices.Delete(items, i, i+1)
	case 1:
		items[i].Status = nil
	case 2:
		items[i].Status = &runtime.RawExtension{Raw: []byte("{}")}
	case 3:
		added := *items[i].DeepCopy()
		added.ClusterName = "zone" // Karmada sorts by name
		items = append(items, added)
	}
	if len(items) == 0 {
		items = nil // as it arrives
	}
	request.AggregatedStatus = items
}

// status changes what one member cluster has reported.
func (m mutation) status(request *configv1alpha1.ResourceInterpreterRequest) error {
	item := &request.AggregatedStatus[m.IntN(len(request.AggregatedStatus))]
	if item.Status == nil || len(item.Status.Raw) == 0 {
		return nil
	}
	return m.raw(item.Status, func(value any) any { return m.walk(value, 1) })
}

// object changes something of an object that a kind may read; its identity stays.
func (m mutation) object(value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	var parts []string
	for _, name := range []string{"spec", "status"} {
		if _, ok := object[name]; ok {
			parts = append(parts, name, name, name)
		}
	}
	metadata, ok := object["metadata"].(map[string]any)
	if ok && m.IntN(len(parts)+1) == 0 {
		m.metadata(metadata)
		return object
	}
	if len(parts) == 0 {
		return object
	}
	part := parts[m.IntN(len(parts))]
	if part == "status" && m.IntN(20) == 0 {
		delete(object, part)
		return object
	}
	object[part] = m.walk(object[part], 1)
	return object
}

func (m mutation) metadata(metadata map[string]any) {
	const annotation = "resourcetemplate.karmada.io/generation"
	switch m.IntN(4) {
	case 0:
		delete(metadata, "generation")
	case 1:
		metadata["generation"] = int64(m.IntN(4))
	case 2:
		metadata["annotations"] = map[string]any{annotation: []string{"", "1", "2", "x"}[m.IntN(4)]}
	case 3:
		delete(metadata, "annotations")
	}
}

func (m mutation) raw(extension *runtime.RawExtension, change func(any) any) error {
	var value any
	if err := kubejson.Unmarshal(extension.Raw, &value); err != nil {
		return err
	}
	raw, err := json.Marshal(change(value))
	extension.Raw = raw
	return err
}

// walk goes down to a random place, the less far the rarer, and changes it.
func (m mutation) walk(value any, depth int) any {
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 {
			return value
		}
		names := slices.Sorted(maps.Keys(value))
		name := names[m.IntN(len(names))]
		if depth > 1 && m.IntN(6) == 0 || leaf(value[name]) && m.IntN(3) == 0 {
			if m.IntN(4) == 0 {
				value[name] = nil
			} else {
				delete(value, name)
			}
			return value
		}
		value[name] = m.walk(value[name], depth+1)
		return value
	case []any:
		if len(value) == 0 {
			return value
		}
		i := m.IntN(len(value))
		switch m.IntN(8) {
		case 0:
			return slices.Delete(value, i, i+1)
		case 1:
			slices.Reverse(value)
			return value
		}
		value[i] = m.walk(value[i], depth+1)
		return value
	}
	return m.scalar(value)
}

func leaf(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// scalar returns another value of the same type. Texts become empty or one that is often met.
func (m mutation) scalar(value any) any {
	switch value := value.(type) {
	case bool:
		return !value
	case int64:
		return []int64{0, 1, value + 1, 2 * value, 7}[m.IntN(5)]
	case float64:
		return []float64{0, 1, value + 1}[m.IntN(3)]
	case string:
		return []string{"", "other", "True", "False", "2"}[m.IntN(5)]
	}
	return value
}
