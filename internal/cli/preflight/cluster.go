// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"context"

	"workload.example.io/interpreter/internal/cli/kubectl"
)

// FromCluster reads the webhook configurations of a Karmada control plane as one JSON List.
func FromCluster(ctx context.Context, cluster kubectl.Cluster) ([]byte, error) {
	return cluster.Get(ctx, "save the configuration and use --from FILE", "the kubeconfig must be of Karmada's control plane, not of a member",
		"resourceinterpreterwebhookconfigurations.config.karmada.io")
}
