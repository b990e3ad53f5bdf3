// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package library serves the descriptions of function/kinds as the product does: each compiled to a kind, all behind the
// webhook's handler.
package library

import (
	"errors"
	"net/http"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
	"workload.example.io/interpreter/internal/webhook"
)

// Folder is where the library lies, seen from the folder of this module.
const Folder = "../../function/kinds"

// Registry compiles every description of the folder.
func Registry(folder string) (*interpreter.Registry, error) {
	sources, err := described.Files(folder)
	if err != nil {
		return nil, err
	}
	set, err := described.Load(sources...)
	if err == nil {
		err = set.Compile()
	}
	if err != nil {
		return nil, errors.Join(all(err)...)
	}
	return interpreter.NewRegistry(set.Kinds()...)
}

// all returns every problem, where the error itself shows only the first of each file.
func all(err error) (problems []error) {
	for _, problem := range strictyaml.All(err) {
		problems = append(problems, problem)
	}
	return problems
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
