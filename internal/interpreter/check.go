// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package interpreter

import (
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
)

// check says what is wrong with a successful response, or nothing: what Karmada's client would refuse, could not decode or
// could not store. The text names a place and an expectation and quotes no value.
func check(operation Operation, response *Response) string {
	switch operation {
	case configv1alpha1.InterpreterOperationInterpretReplica:
		if *response.Replicas < 0 {
			return "want replicas of at least 0, got a negative number"
		}
	case configv1alpha1.InterpreterOperationInterpretComponent:
		return CheckComponents(response.Components)
	case configv1alpha1.InterpreterOperationInterpretStatus:
		return checkStatus(response.RawStatus.Raw)
	case configv1alpha1.InterpreterOperationInterpretDependency:
		return CheckDependencies(response.Dependencies)
	case configv1alpha1.InterpreterOperationReviseReplica, configv1alpha1.InterpreterOperationRetain,
		configv1alpha1.InterpreterOperationAggregateStatus:
		return checkPatch(response.Patch)
	}
	return ""
}

// MaxComponentName is how many characters the name of a component may have (the CRDs of Karmada's bindings).
const MaxComponentName = 32

// CheckComponents says what Karmada could not store of the components, or nothing. It quotes no value.
func CheckComponents(components []workv1alpha2.Component) string {
	names := make(map[string]bool, len(components))
	for i, component := range components {
		switch {
		case component.Name == "":
			return fmt.Sprintf("want components[%d].name of 1 to %d characters, got none", i, MaxComponentName)
		case utf8.RuneCountInString(component.Name) > MaxComponentName:
			return fmt.Sprintf("want components[%d].name of at most %d characters, got more", i, MaxComponentName)
		case names[component.Name]:
			return fmt.Sprintf("want unique names of components, got that of components[%d] twice", i)
		case component.Replicas < 0:
			return fmt.Sprintf("want components[%d].replicas of at least 0, got a negative number", i)
		}
		names[component.Name] = true
	}
	return ""
}

// checkStatus wants an object or another value that is not null: Karmada decodes null to an absent status and refuses it.
func checkStatus(raw jsontext.Value) string {
	switch {
	case len(raw) == 0:
		return "want a status, got nil"
	case !raw.IsValid():
		return "want a status that is valid JSON, got something else"
	case raw.Kind() == jsontext.KindNull:
		return "want a status, got null"
	}
	return ""
}

// CheckDependencies says what Karmada's client would refuse of the dependencies (pkg/util/interpreter/validation), or nothing. It
// quotes no value.
func CheckDependencies(dependencies []configv1alpha1.DependentObjectReference) string {
	for i := range dependencies {
		switch d := &dependencies[i]; {
		case d.APIVersion == "":
			return fmt.Sprintf("want dependencies[%d].apiVersion, got none", i)
		case d.Kind == "":
			return fmt.Sprintf("want dependencies[%d].kind, got none", i)
		case d.Name == "" && d.LabelSelector == nil:
			return fmt.Sprintf("want dependencies[%d].name or labelSelector, got neither", i)
		case d.LabelSelector != nil && len(validation.ValidateLabelSelector(d.LabelSelector, validation.LabelSelectorValidationOptions{}, nil)) > 0:
			return fmt.Sprintf("want a valid dependencies[%d].labelSelector, got another one", i)
		}
	}
	return ""
}

// patchOperations are the operations of RFC 6902 and whether each carries a value and a source.
var patchOperations = map[string]struct{ value, from bool }{
	"add": {value: true}, "replace": {value: true}, "test": {value: true}, "remove": {}, "move": {from: true}, "copy": {from: true},
}

// checkPatch wants a JSON Patch, or none. Whether it fits the object only applying it would show.
func checkPatch(patch []byte) string {
	if len(patch) == 0 {
		return ""
	}
	var operations []struct {
		Op    string         `json:"op"`
		Path  *string        `json:"path"`
		From  *string        `json:"from"`
		Value jsontext.Value `json:"value"`
	}
	if err := json.Unmarshal(patch, &operations); err != nil {
		return "want a JSON Patch of RFC 6902, got something else"
	}
	for i, operation := range operations {
		carries, known := patchOperations[operation.Op]
		switch {
		case !known:
			return fmt.Sprintf("want an operation of RFC 6902 in patch[%d].op, got another one", i)
		case operation.Path == nil || !isPointer(*operation.Path):
			return fmt.Sprintf("want a JSON pointer in patch[%d].path, got none", i)
		case carries.from && (operation.From == nil || !isPointer(*operation.From)):
			return fmt.Sprintf("want a JSON pointer in patch[%d].from, got none", i)
		case carries.value && operation.Value == nil:
			return fmt.Sprintf("want patch[%d].value, got none", i)
		}
	}
	return ""
}

func isPointer(text string) bool {
	return jsontext.Pointer(text).IsValid()
}
