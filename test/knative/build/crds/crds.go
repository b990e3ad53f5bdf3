// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package crds pins the modules whose CustomResourceDefinitions the manifests are checked against. Nothing imports it; each
// import below only keeps a module in go.mod.
package crds

import (
	_ "github.com/cert-manager/cert-manager/pkg/apis/certmanager"
	_ "github.com/karmada-io/karmada/pkg/apis/policy/v1alpha1"
	_ "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	_ "go.universe.tf/metallb/api/v1beta1"
	_ "knative.dev/networking/pkg/apis/networking"
	_ "knative.dev/serving/pkg/apis/autoscaling"
)
