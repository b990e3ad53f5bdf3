// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	corev1 "k8s.io/api/core/v1"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// nodes is what a pod wants of its node.
type nodes struct {
	selector    map[string]string
	tolerations []corev1.Toleration
	affinity    *corev1.NodeSelector
}

func (n *nodes) claim() *workv1alpha2.NodeClaim {
	if n.selector == nil && n.affinity == nil && len(n.tolerations) == 0 {
		return nil
	}
	return &workv1alpha2.NodeClaim{NodeSelector: n.selector, Tolerations: n.tolerations, HardNodeAffinity: n.affinity}
}

// labels reads an object of strings, nil if it is null.
func labels(decoder *jsontext.Decoder) (map[string]string, error) {
	if decoder.PeekKind() != jsontext.KindBeginObject {
		return nil, view.Members(decoder, nil)
	}
	selector := map[string]string{}
	err := view.Members(decoder, func(name []byte) error {
		key := string(name[:min(len(name), view.MaxName+1)])
		value, err := text(decoder)
		switch {
		case err != nil:
			return err
		case len(key) > view.MaxName:
			return view.Refuse(decoder, fmt.Sprintf("label with a key of at most %d bytes", view.MaxName), "longer key")
		case len(selector) == MaxItems:
			return tooMany(decoder, "", "labels")
		}
		selector[key] = value
		return nil
	})
	return selector, err
}

func tolerations(decoder *jsontext.Decoder) ([]corev1.Toleration, error) {
	var left = MaxItems
	return list(decoder, &left, func(toleration *corev1.Toleration) error {
		if err := json.UnmarshalDecode(decoder, toleration); err != nil {
			return err
		}
		for _, text := range []string{toleration.Key, string(toleration.Operator), toleration.Value, string(toleration.Effect)} {
			if len(text) > view.MaxName {
				return view.Refuse(decoder, fmt.Sprintf("toleration of strings of at most %d bytes", view.MaxName), "longer string")
			}
		}
		return nil
	})
}

// readAffinity reads affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.
func (n *nodes) readAffinity(decoder *jsontext.Decoder) error {
	return view.Members(decoder, func(name []byte) error {
		if string(name) != "nodeAffinity" {
			return view.Skip(decoder)
		}
		return view.Members(decoder, func(name []byte) error {
			if string(name) != "requiredDuringSchedulingIgnoredDuringExecution" || decoder.PeekKind() == jsontext.KindNull {
				return view.Skip(decoder)
			}
			n.affinity = new(corev1.NodeSelector)
			return view.Members(decoder, func(name []byte) (err error) {
				if string(name) != "nodeSelectorTerms" {
					return view.Skip(decoder)
				}
				left := MaxItems // of terms, expressions and values together
				n.affinity.NodeSelectorTerms, err = list(decoder, &left, func(term *corev1.NodeSelectorTerm) error {
					return readTerm(decoder, &left, term)
				})
				return err
			})
		})
	})
}

func readTerm(decoder *jsontext.Decoder, left *int, term *corev1.NodeSelectorTerm) error {
	expression := func(expression *corev1.NodeSelectorRequirement) error {
		return readExpression(decoder, left, expression)
	}
	return view.Members(decoder, func(name []byte) (err error) {
		switch string(name) {
		case "matchExpressions":
			term.MatchExpressions, err = list(decoder, left, expression)
		case "matchFields":
			term.MatchFields, err = list(decoder, left, expression)
		default:
			return view.Skip(decoder)
		}
		return err
	})
}

func readExpression(decoder *jsontext.Decoder, left *int, expression *corev1.NodeSelectorRequirement) error {
	return view.Members(decoder, func(name []byte) (err error) {
		switch string(name) {
		case "key":
			expression.Key, err = text(decoder)
		case "operator":
			var operator string
			operator, err = text(decoder)
			expression.Operator = corev1.NodeSelectorOperator(operator)
		case "values":
			expression.Values, err = list(decoder, left, func(value *string) (err error) {
				*value, err = text(decoder)
				return err
			})
		default:
			return view.Skip(decoder)
		}
		return err
	})
}

// list reads an array item by item, nil if it is null. It takes each item off what is left.
func list[T any](decoder *jsontext.Decoder, left *int, read func(*T) error) ([]T, error) {
	var items []T
	if decoder.PeekKind() == jsontext.KindBeginArray {
		items = []T{}
	}
	err := view.Items(decoder, func() error {
		var item T
		if err := read(&item); err != nil {
			return err
		}
		if *left--; *left < 0 {
			return tooMany(decoder, "", "items")
		}
		items = append(items, item)
		return nil
	})
	return items, err
}

// tooMany refuses what was read last as one too many.
func tooMany(decoder *jsontext.Decoder, what, of string) error {
	if what != "" {
		what += " "
	}
	return view.Refuse(decoder, fmt.Sprintf("%sat most %d %s", what, MaxItems, of), "more")
}
