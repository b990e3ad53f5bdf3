// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package karmada asks the Lua scripts that Karmada ships for third-party kinds, with Karmada's own interpreter, and
// finds the cases that Karmada tests them with. Both are read from Karmada's module, nothing is copied.
package karmada

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"github.com/karmada-io/karmada/pkg/resourceinterpreter/customized/declarative"
	karmada "github.com/karmada-io/karmada/pkg/util/interpreter"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// Customizations returns the folder of Karmada's third-party kinds, scripts and cases, in the module cache.
func Customizations() (string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/karmada-io/karmada").Output()
	if err != nil {
		return "", fmt.Errorf("cannot find Karmada's module: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "pkg/resourceinterpreter/default/thirdparty/resourcecustomizations"), nil
}

// Lua holds an interpreter of Karmada for each kind. In Karmada one serves them all, and what a script assigns without
// "local" stays there for the scripts of other kinds: BroadcastJob's sets the function type to a text, on which those that
// call it fail. Karmada's own tests have one for each kind, too.
type Lua struct {
	interpreters map[metav1.GroupVersionKind]*declarative.ConfigurableInterpreter
}

// NewLua loads every customizations.yaml below the folder, each into an interpreter of its own.
func NewLua(root string) (*Lua, error) {
	configs, err := read(root)
	lua := &Lua{interpreters: map[metav1.GroupVersionKind]*declarative.ConfigurableInterpreter{}}
	for kind, config := range configs {
		interpreter := declarative.NewConfigurableInterpreter(nil)
		interpreter.LoadConfig([]*configv1alpha1.ResourceInterpreterCustomization{config})
		lua.interpreters[kind] = interpreter
	}
	return lua, err
}

// NewSharedLua loads them into one interpreter, as Karmada does.
func NewSharedLua(root string) (*Lua, error) {
	configs, err := read(root)
	interpreter := declarative.NewConfigurableInterpreter(nil)
	interpreter.LoadConfig(slices.Collect(maps.Values(configs)))
	lua := &Lua{interpreters: map[metav1.GroupVersionKind]*declarative.ConfigurableInterpreter{}}
	for kind := range configs {
		lua.interpreters[kind] = interpreter
	}
	return lua, err
}

// read reads the customizations.
func read(root string) (map[metav1.GroupVersionKind]*configv1alpha1.ResourceInterpreterCustomization, error) {
	configs := map[metav1.GroupVersionKind]*configv1alpha1.ResourceInterpreterCustomization{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "customizations.yaml" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		config := &configv1alpha1.ResourceInterpreterCustomization{}
		if err := yaml.Unmarshal(data, config); err != nil {
			return fmt.Errorf("cannot read %s: %w", path, err)
		}
		version, err := schema.ParseGroupVersion(config.Spec.Target.APIVersion)
		if err != nil {
			return err
		}
		configs[metav1.GroupVersionKind(version.WithKind(config.Spec.Target.Kind))] = config
		return nil
	})
	return configs, err
}

// Question is a request ready to be asked any number of times.
type Question struct {
	kind metav1.GroupVersionKind
	rule karmada.Rule
	args karmada.RuleArgs
}

// NewQuestion reads a request. It chooses the object of an operation as Karmada's own tests do.
func NewQuestion(request *configv1alpha1.ResourceInterpreterRequest) (*Question, error) {
	q := &Question{kind: request.Kind, rule: karmada.Rules(karmada.AllResourceInterpreterCustomizationRules).GetByOperation(string(request.Operation))}
	if q.rule == nil {
		return nil, fmt.Errorf("cannot ask %s: want an operation of Karmada's interpreter", request.Operation)
	}
	if request.DesiredReplicas != nil {
		q.args.Replica = int64(*request.DesiredReplicas)
	}
	q.args.Status = request.AggregatedStatus
	var err error
	if q.args.Desired, err = object(request.Object.Raw); err != nil || request.ObservedObject == nil {
		return q, err
	}
	q.args.Observed, err = object(request.ObservedObject.Raw)
	return q, err
}

func object(raw []byte) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	return object, object.UnmarshalJSON(raw)
}

// Ask runs the script and returns its values by the names of Karmada's test files.
func (l *Lua) Ask(q *Question) (values map[string]any, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the script's result makes Karmada panic")
		}
	}()
	interpreter := l.interpreters[q.kind]
	if interpreter == nil {
		return nil, fmt.Errorf("cannot ask about %s: there is no script", q.kind.Kind)
	}
	result := q.rule.Run(interpreter, q.args)
	if result.Err != nil {
		return nil, result.Err
	}
	values = map[string]any{}
	for _, r := range result.Results {
		values[r.Name] = r.Value
	}
	return values, nil
}
