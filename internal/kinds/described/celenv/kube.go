// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package celenv

import (
	"encoding/json"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/api/resource"

	"workload.example.io/interpreter/internal/interpreter/podtemplate"
	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/document"
)

// quantity reads a quantity, or a number as one.
func quantity(function string, v ref.Val) (resource.Quantity, error) {
	var text string
	switch v := v.(type) {
	case types.String:
		text = string(v)
	case types.Int, types.Double:
		encoded, err := Encode(v)
		if err != nil {
			return resource.Quantity{}, err
		}
		text = string(encoded)
	default:
		return resource.Quantity{}, refusal(function + ": want a quantity, got " + kindOf(v))
	}
	q, err := podtemplate.ParseQuantity(text)
	if err != nil {
		return resource.Quantity{}, refusal(function + ": want a quantity, got a text that is none")
	}
	return q, nil
}

func quantitySum(args []ref.Val) ref.Val {
	var total resource.Quantity
	for v := range each(args[0]) {
		if v == types.String("") {
			continue
		}
		q, err := quantity("quantitySum", v)
		if err != nil {
			return types.WrapErr(err)
		}
		if total.IsZero() {
			total.Format = q.Format
		}
		total.Add(q)
	}
	return types.String(total.String())
}

func quantityValue(args []ref.Val) ref.Val {
	q, err := quantity("quantityValue", present(args[0]))
	if err != nil {
		return types.WrapErr(err)
	}
	return types.Double(q.AsApproximateFloat64())
}

// template decodes a pod template.
func template(function string, v ref.Val) (*podtemplate.Template, error) {
	raw, err := Encode(v)
	if err != nil {
		return nil, err
	}
	t, err := podtemplate.Decode(raw, function+": template")
	if err != nil {
		return nil, refusal(strings.TrimPrefix(err.Error(), "cannot decode "))
	}
	return t, nil
}

func podRequirements(args []ref.Val) ref.Val {
	t, err := template("podRequirements", args[0])
	if err != nil {
		return types.WrapErr(err)
	}
	requirements := t.Requirements()
	if requirements == nil {
		return types.NullValue
	}
	return fromGo(requirements)
}

func podDependencies(args []ref.Val) ref.Val {
	t, err := template("podDependencies", args[0])
	if err != nil {
		return types.WrapErr(err)
	}
	namespace := string(args[1].(types.String))
	if len(namespace) > view.MaxName { // stands beside each dependency
		return refuse("podDependencies: want a namespace of at most " + strconv.Itoa(view.MaxName) + " bytes, got a longer one")
	}
	return fromGo(t.Dependencies(namespace))
}

// fromGo returns one of Karmada's types as a value.
func fromGo(v any) ref.Val {
	raw, err := json.Marshal(v)
	if err != nil {
		return refuse("want a value that JSON has, got another one")
	}
	return FromJSON(raw)
}

// FromJSON returns a JSON value that is valid.
func FromJSON(raw []byte) ref.Val {
	shape, d := &document.Shape{}, &document.Document{}
	shape.Read(nil, true)
	if err := shape.Decode(d, raw, "value"); err != nil {
		return refuse(err.Error())
	}
	return types.DefaultTypeAdapter.NativeToValue(d.Value)
}

// mergeConditions merges as Karmada's scripts for Flux and Kyverno do.
func mergeConditions(args []ref.Val) ref.Val {
	type merged struct {
		condition map[ref.Val]ref.Val
		message   []byte
	}
	index := map[[3]string]*merged{}
	var all []*merged
	for item := range each(args[0]) {
		cluster, _ := get(item, "clusterName").(types.String)
		for condition := range each(get(get(item, "status"), "conditions")) {
			m, ok := condition.(traits.Mapper)
			if !ok {
				return refuse("mergeConditions: want conditions that are maps, got " + kindOf(condition))
			}
			key := [3]string{textOf(m, "type"), textOf(m, "status"), textOf(m, "reason")}
			known := index[key]
			if known == nil {
				known = &merged{condition: map[ref.Val]ref.Val{}}
				for it := m.Iterator(); it.HasNext() == types.True; {
					name := it.Next()
					known.condition[name] = m.Get(name)
				}
				index[key] = known
				all = append(all, known)
			} else {
				known.message = append(known.message, ", "...)
			}
			known.message = append(append(append(known.message, cluster...), '='), textOf(m, "message")...)
		}
	}
	list := make([]ref.Val, len(all))
	for i, m := range all {
		m.condition[types.String("message")] = types.String(m.message)
		list[i] = types.NewRefValMap(types.DefaultTypeAdapter, m.condition)
	}
	return types.NewRefValList(types.DefaultTypeAdapter, list)
}

// get returns a member of a map, nil if there is none.
func get(v ref.Val, name string) ref.Val {
	if m, ok := present(v).(traits.Mapper); ok {
		if value, ok := m.Find(types.String(name)); ok {
			return present(value)
		}
	}
	return nil
}

func textOf(m traits.Mapper, name string) string {
	text, _ := get(m, name).(types.String)
	return string(text)
}
