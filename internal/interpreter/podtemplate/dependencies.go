// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// Dependencies lists the objects in the namespace that a pod of the template needs: ConfigMaps and Secrets of all
// containers and volumes, image pull secrets, the service account unless it is "default", and PersistentVolumeClaims.
// The list is sorted by kind and name and has no duplicates, because Karmada compares it as a string.
func (t *Template) Dependencies(namespace string) []configv1alpha1.DependentObjectReference {
	if len(t.references.list) == 0 {
		return nil
	}
	list := make([]configv1alpha1.DependentObjectReference, len(t.references.list))
	for i, ref := range t.references.list {
		list[i] = configv1alpha1.DependentObjectReference{APIVersion: "v1", Kind: kinds[ref.kind], Namespace: namespace, Name: ref.name}
	}
	return list
}

// kind is a kind of object that a pod refers to. Kinds are sorted by their names.
type kind int

const (
	configMap kind = iota
	claim
	secret
	serviceAccount
)

var kinds = [...]string{configMap: "ConfigMap", claim: "PersistentVolumeClaim", secret: "Secret", serviceAccount: "ServiceAccount"}

type reference struct {
	kind kind
	name string
}

func compareReferences(a, b reference) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
}

// references collects references. It holds each object at most twice: when as many are new as were known, it sorts.
type references struct {
	list []reference
	// limit is the length of the list at which it is sorted.
	limit int
}

// leastLimit is the length up to which a list is not worth being sorted before its end.
const leastLimit = 64

// read adds the object that the given member of the next object names, if it names any.
func (r *references) read(decoder *jsontext.Decoder, kind kind, member string) error {
	return view.Members(decoder, func(name []byte) error {
		if string(name) != member {
			return view.Skip(decoder)
		}
		text, err := view.Text(decoder, view.MaxName)
		if err != nil {
			return err
		}
		return r.add(decoder, kind, text)
	})
}

// account adds the service account that is next. The default one is everywhere.
func (r *references) account(decoder *jsontext.Decoder) error {
	name, err := view.Text(decoder, view.MaxName)
	if err != nil || string(name) == "default" {
		return err
	}
	return r.add(decoder, serviceAccount, name)
}

func (r *references) add(decoder *jsontext.Decoder, kind kind, name []byte) error {
	if len(name) == 0 || r.isRecent(kind, name) {
		return nil
	}
	r.list = append(r.list, reference{kind: kind, name: string(name)})
	if len(r.list) < max(r.limit, leastLimit) {
		return nil
	}
	return r.finish(decoder)
}

// isRecent reports whether one of the last few references is the same, as it is where a program's variables come from one
// ConfigMap.
func (r *references) isRecent(kind kind, name []byte) bool {
	const few = 4
	for i := max(len(r.list)-few, 0); i < len(r.list); i++ {
		if r.list[i].kind == kind && r.list[i].name == string(name) {
			return true
		}
	}
	return false
}

// finish sorts the list and removes duplicates.
func (r *references) finish(decoder *jsontext.Decoder) error {
	slices.SortFunc(r.list, compareReferences)
	r.list = slices.Compact(r.list)
	if len(r.list) > MaxItems {
		return tooMany(decoder, "references to", "different objects")
	}
	r.limit = 2 * len(r.list)
	return nil
}
