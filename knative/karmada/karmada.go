// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package karmada embeds the manifests of this folder that programs apply or print.
package karmada

import _ "embed"

// WorkloadCRD is the CustomResourceDefinition of Workload, generated from internal/workload/v1alpha1.
//
//go:embed workload-crd.yaml
var WorkloadCRD []byte

// WorkloadCRDPropagation is the ClusterPropagationPolicy that installs the CRD in every member cluster.
//
//go:embed workload-crd-propagation.yaml
var WorkloadCRDPropagation []byte

// WorkloadNginx is the example Workload.
//
//go:embed workload-nginx.yaml
var WorkloadNginx []byte
