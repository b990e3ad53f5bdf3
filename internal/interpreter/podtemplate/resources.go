// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"math"

	"github.com/go-json-experiment/json/jsontext"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// resources adds up what the containers of a pod request, one container after the other.
type resources struct {
	amounts []amount
	// index finds amounts by name once there are many of them.
	index map[corev1.ResourceName]int
	// number counts the containers, and limits are those of the one that is read.
	number int
	limits []limit
}

// amount is what is known of one resource: CPU in thousandths, everything else in whole units.
type amount struct {
	name corev1.ResourceName
	// sum is over the containers, largest among the init containers.
	sum, largest, overhead int64
	// requested is the number of the last container that requests the resource.
	requested int
}

type limit struct {
	of    int // index in amounts
	value int64
}

// container reads the resources of a container. A limit stands in for a missing request.
func (r *resources) container(decoder *jsontext.Decoder, role role) error {
	r.number++
	r.limits = r.limits[:0]
	err := view.Members(decoder, func(name []byte) error {
		switch string(name) {
		case "requests":
			return r.read(decoder, func(of int, value int64) {
				r.amounts[of].requested = r.number
				r.amounts[of].add(role, value)
			})
		case "limits":
			return r.read(decoder, func(of int, value int64) { r.limits = append(r.limits, limit{of, value}) })
		}
		return view.Skip(decoder)
	})
	for _, limit := range r.limits {
		if r.amounts[limit.of].requested != r.number {
			r.amounts[limit.of].add(role, limit.value)
		}
	}
	return err
}

func (a *amount) add(role role, value int64) {
	if role == initial {
		a.largest = max(a.largest, value)
	} else {
		a.sum += value
	}
}

func (r *resources) overhead(decoder *jsontext.Decoder) error {
	return r.read(decoder, func(of int, value int64) { r.amounts[of].overhead += value })
}

// read calls visit with the index in amounts and the value of each resource of the list that is next.
func (r *resources) read(decoder *jsontext.Decoder, visit func(of int, value int64)) error {
	return view.Members(decoder, func(name []byte) error {
		of := r.find(name)
		long := len(name) > view.MaxName
		quantity, err := readQuantity(decoder)
		switch {
		case err != nil:
			return err
		case long:
			return view.Refuse(decoder, "resource with a name of at most 317 bytes", "longer name")
		case of >= MaxItems:
			return tooMany(decoder, "", "different resources")
		case r.amounts[of].name == corev1.ResourceCPU:
			visit(of, quantity.MilliValue())
		default:
			visit(of, quantity.Value())
		}
		return nil
	})
}

// fewAmounts is the number of resources up to which they are found one by one.
const fewAmounts = 16

// find returns the index of the resource in amounts, which it joins if it is new and fits.
func (r *resources) find(name []byte) int {
	if len(r.amounts) <= fewAmounts {
		for i := range r.amounts {
			if string(r.amounts[i].name) == string(name) {
				return i
			}
		}
	} else if i, ok := r.index[corev1.ResourceName(name)]; ok {
		return i
	}
	of := len(r.amounts)
	if of >= MaxItems || len(name) > view.MaxName {
		return of
	}
	r.amounts = append(r.amounts, amount{name: resourceName(name), largest: math.MinInt64})
	switch {
	case of == fewAmounts:
		r.index = make(map[corev1.ResourceName]int, 4*fewAmounts)
		for i := range r.amounts {
			r.index[r.amounts[i].name] = i
		}
	case of > fewAmounts:
		r.index[r.amounts[of].name] = of
	}
	return of
}

// resourceName makes no copy of the usual names.
func resourceName(name []byte) corev1.ResourceName {
	switch string(name) {
	case "cpu":
		return corev1.ResourceCPU
	case "memory":
		return corev1.ResourceMemory
	}
	return corev1.ResourceName(name)
}

// request returns what a pod requests, nil if that is nothing that the scheduler counts.
func (r *resources) request() corev1.ResourceList {
	var list corev1.ResourceList
	for i := range r.amounts {
		name := r.amounts[i].name
		value := max(r.amounts[i].sum, r.amounts[i].largest) + r.amounts[i].overhead
		if value <= 0 || !isScheduled(name) {
			continue
		}
		if list == nil {
			list = make(corev1.ResourceList, len(r.amounts))
		}
		switch {
		case name == corev1.ResourceCPU:
			list[name] = *resource.NewMilliQuantity(value, resource.DecimalSI)
		case name == corev1.ResourceMemory || name == corev1.ResourceEphemeralStorage || isHugePages(name):
			list[name] = *resource.NewQuantity(value, resource.BinarySI)
		default:
			list[name] = *resource.NewQuantity(value, resource.DecimalSI)
		}
	}
	return list
}
