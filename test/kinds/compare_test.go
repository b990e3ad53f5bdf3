// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package kinds_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/api/equality"
	kubejson "k8s.io/apimachinery/pkg/util/json"
)

// differences compares two answers, each a set of values by the names of Karmada's test files, and returns the places at
// which they differ. Karmada's types are compared by meaning, as its tests do, and everything else member by member.
func differences(want, got map[string]any) (map[string]string, error) {
	places := map[string]string{}
	for name, value := range want {
		if typed, alike := alike(value, got[name]); typed {
			if !alike {
				places[name] = fmt.Sprintf("the script says %s, the library %s", short(value), short(got[name]))
			}
			continue
		}
		a, err := tree(value)
		if err != nil {
			return nil, err
		}
		b, err := tree(got[name])
		if err != nil {
			return nil, err
		}
		compareTrees(name, a, b, places)
	}
	return places, nil
}

// alike compares values of Karmada's own types; typed is false for others.
func alike(want, got any) (typed, alike bool) {
	switch want := want.(type) {
	case *workv1alpha2.ReplicaRequirements:
		return true, equality.Semantic.DeepEqual(want, got)
	case []workv1alpha2.Component:
		got, _ := got.([]workv1alpha2.Component)
		byName := func(a, b workv1alpha2.Component) int { return cmp.Compare(a.Name, b.Name) }
		return true, equality.Semantic.DeepEqual(slices.SortedFunc(slices.Values(want), byName), slices.SortedFunc(slices.Values(got), byName))
	case []configv1alpha1.DependentObjectReference:
		got, _ := got.([]configv1alpha1.DependentObjectReference)
		return true, equality.Semantic.DeepEqual(references(want), references(got))
	}
	return false, false
}

// references sorts the list and removes duplicates, which mean nothing to Karmada.
func references(list []configv1alpha1.DependentObjectReference) []configv1alpha1.DependentObjectReference {
	sorted := slices.SortedFunc(slices.Values(list), func(a, b configv1alpha1.DependentObjectReference) int {
		return cmp.Or(cmp.Compare(a.APIVersion, b.APIVersion), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace),
			cmp.Compare(a.Name, b.Name))
	})
	return slices.CompactFunc(sorted, func(a, b configv1alpha1.DependentObjectReference) bool { return equality.Semantic.DeepEqual(a, b) })
}

func tree(value any) (any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var tree any
	return tree, kubejson.Unmarshal(text, &tree)
}

// compareTrees notes where two JSON values differ. What is empty or null counts as absent: Lua cannot tell them apart, and
// neither can Karmada's merge of a status.
func compareTrees(place string, want, got any, places map[string]string) {
	if empty(want) && empty(got) {
		return
	}
	wantMap, isMap := want.(map[string]any)
	gotMap, alsoMap := got.(map[string]any)
	wantList, isList := want.([]any)
	gotList, alsoList := got.([]any)
	switch {
	case isMap && (alsoMap || got == nil) || alsoMap && want == nil:
		for name := range union(wantMap, gotMap) {
			compareTrees(path.Join(place, name), wantMap[name], gotMap[name], places)
		}
	case isList && (alsoList || got == nil) || alsoList && want == nil:
		for i := range max(len(wantList), len(gotList)) {
			compareTrees(path.Join(place, strconv.Itoa(i)), at(wantList, i), at(gotList, i), places)
		}
	case !reflect.DeepEqual(number(want), number(got)):
		places[place] = fmt.Sprintf("the script says %s, the library %s", short(want), short(got))
	}
}

// identical reports whether the answers that are no type of Karmada are the same with all that is empty.
func identical(want, got map[string]any) bool {
	for name, value := range want {
		if typed, _ := alike(value, got[name]); typed {
			continue
		}
		a, errA := tree(value)
		b, errB := tree(got[name])
		if errA != nil || errB != nil || !equality.Semantic.DeepEqual(numbers(a), numbers(b)) {
			return false
		}
	}
	return true
}

// numbers gives all numbers of a tree one type.
func numbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			value[name] = numbers(value[name])
		}
	case []any:
		for i := range value {
			value[i] = numbers(value[i])
		}
	}
	return number(value)
}

func empty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case map[string]any:
		return !slices.ContainsFunc(slices.Collect(maps.Values(value)), func(v any) bool { return !empty(v) })
	case []any:
		return len(value) == 0
	}
	return false
}

func union(a, b map[string]any) map[string]bool {
	names := map[string]bool{}
	for name := range a {
		names[name] = true
	}
	for name := range b {
		names[name] = true
	}
	return names
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// number gives integers and other numbers one type: Lua has only one.
func number(value any) any {
	if value, ok := value.(int64); ok {
		return float64(value)
	}
	return value
}

func short(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%.300s", text)
}
