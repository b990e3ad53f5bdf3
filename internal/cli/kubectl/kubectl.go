// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package kubectl reads from a cluster with the person's own kubectl: whoever has a kubeconfig has kubectl and the credential
// plugins that the kubeconfig names, and Kubernetes' client library would multiply what this module requires for a read or two.
package kubectl

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Cluster says which cluster is read. Empty fields leave the choice to kubectl.
type Cluster struct {
	Kubeconfig, Context string
}

// Get returns what kubectl get prints about the resources as JSON, an object or a List. The advice is what a person does who has
// no kubectl, the hint what is likely wrong where kubectl fails.
func (c Cluster) Get(ctx context.Context, advice, hint string, resources ...string) ([]byte, error) {
	args := append(append([]string{"get"}, resources...), "--output=json")
	if c.Kubeconfig != "" {
		args = append(args, "--kubeconfig="+c.Kubeconfig)
	}
	if c.Context != "" {
		args = append(args, "--context="+c.Context)
	}
	output, err := exec.CommandContext(ctx, "kubectl", args...).Output()
	var failed *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("cannot read the cluster: kubectl is not on the PATH; install it, or %s", advice)
	case errors.As(err, &failed):
		lines := strings.Split(strings.TrimSpace(string(failed.Stderr)), "\n") // the last one has the cause
		return nil, fmt.Errorf("cannot read the cluster: kubectl says %q; %s", lines[len(lines)-1], hint)
	case err != nil:
		return nil, fmt.Errorf("cannot read the cluster: %w", err)
	}
	return output, nil
}
