// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package function_test

import (
	"testing"

	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/function/kind/kindtest"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/kinds/workload"
)

// conformance is what Workload promises beyond what every kind does.
var conformance = kindtest.Suite{
	Kind: workload.Kind(),
	Objects: []string{
		`{apiVersion: workload.example.io/v1alpha1, kind: Workload, metadata: {name: full, namespace: default,
			labels: {resourcetemplate.karmada.io/retain-replicas: "true"}},
			spec: {replicas: 2, paused: true, template: {spec: {serviceAccountName: a, nodeSelector: {a: b},
				containers: [{name: a, resources: {requests: {cpu: 100m}}, envFrom: [{configMapRef: {name: a}}]}]}}},
			status: {readyReplicas: 1, conditions: [{type: Ready, status: "True"}]}}`,
		`{apiVersion: workload.example.io/v1alpha1, kind: Workload, metadata: {name: bare}}`,
	},
	Statuses: []string{`{readyReplicas: 2, other: 1}`, `{}`, `{readyReplicas: 0}`},
	Owned: map[kind.Operation][]string{
		"ReviseReplica":   {"/spec/replicas"},
		"Retain":          {"/spec/paused", "/spec/replicas"},
		"AggregateStatus": {"/status/readyReplicas"},
	},
}

func TestConformance(t *testing.T) { kindtest.Run(t, conformance) }

// TestDescribedConformance shows that a described kind is a kind like any other.
func TestDescribedConformance(t *testing.T) {
	sources, err := described.Files("kinds/workload.example.io/Workload.yaml")
	if err != nil {
		t.Fatal(err)
	}
	set, err := described.Load(sources...)
	if err != nil {
		t.Fatal(err)
	}
	suite := conformance
	suite.Kind = set.Kinds()[0]
	suite.Kind.Manifests = conformance.Kind.Manifests
	kindtest.Run(t, suite)
}

func FuzzConformance(f *testing.F) { kindtest.Fuzz(f, conformance) }
