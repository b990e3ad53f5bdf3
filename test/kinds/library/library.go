// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package library serves the descriptions of function/kinds as the product does: each compiled to a kind, all behind the
// webhook's handler.
package library

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/webhook"
)

// Folder is where the library lies, seen from the folder of this module.
const Folder = "../../function/kinds"

// Registry compiles every description of the folder.
func Registry(folder string) (*interpreter.Registry, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*.yaml"))
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("cannot find descriptions in %s", folder)
	}
	if err != nil {
		return nil, err
	}
	var kinds []interpreter.Kind
	var problems []error
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		descriptions, err := described.Parse(path, data)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		for _, description := range descriptions {
			kind, err := described.Compile(description)
			problems = append(problems, err)
			kinds = append(kinds, kind)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return interpreter.NewRegistry(kinds...)
}

// Handler serves the registry.
func Handler(registry *interpreter.Registry) http.Handler {
	return webhook.New(registry, nil)
}

// Call is the body of a call.
func Call(request *configv1alpha1.ResourceInterpreterRequest) *configv1alpha1.ResourceInterpreterContext {
	return &configv1alpha1.ResourceInterpreterContext{
		TypeMeta: metav1.TypeMeta{APIVersion: configv1alpha1.GroupVersion.String(), Kind: "ResourceInterpreterContext"},
		Request:  request,
	}
}
