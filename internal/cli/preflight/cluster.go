// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// FromCluster reads the webhook configurations of a Karmada control plane as one JSON List. It runs kubectl: whoever has
// a kubeconfig has kubectl and the credential plugins that the kubeconfig names, and Kubernetes' client library would
// multiply what this module requires for this one read.
func FromCluster(ctx context.Context, kubeconfig, contextName string) ([]byte, error) {
	args := []string{"get", "resourceinterpreterwebhookconfigurations.config.karmada.io", "--output=json"}
	if kubeconfig != "" {
		args = append(args, "--kubeconfig="+kubeconfig)
	}
	if contextName != "" {
		args = append(args, "--context="+contextName)
	}
	output, err := exec.CommandContext(ctx, "kubectl", args...).Output()
	var failed *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("cannot read the cluster: kubectl is not on the PATH; install it, or save the configuration and use --from FILE")
	case errors.As(err, &failed):
		lines := strings.Split(strings.TrimSpace(string(failed.Stderr)), "\n") // the last one has the cause
		return nil, fmt.Errorf("cannot read the cluster: kubectl says %q; the kubeconfig must be of Karmada's control plane, not of a member",
			lines[len(lines)-1])
	case err != nil:
		return nil, fmt.Errorf("cannot read the cluster: %w", err)
	}
	return output, nil
}
