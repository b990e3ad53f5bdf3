// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package validate holds the manifests of knative/ to what accepts them, without a cluster: a real kube-apiserver with the
// CustomResourceDefinitions of Knative, cert-manager, MetalLB, the Prometheus operator and Karmada, by server-side dry run
// with strict fields, and Knative's own defaulting and validation code. Its tests also break every manifest and see that
// they would notice.
//
// What needs a running cluster is not seen here: whether a Service becomes ready, and what the admission webhooks of
// cert-manager, MetalLB and the Prometheus operator would add to their CRDs.
package validate
