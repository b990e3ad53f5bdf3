// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/knative/internal/manifests"
)

// sources are the modules that carry CustomResourceDefinitions, pinned in test/knative/build/crds.
var sources = map[string][]string{
	"knative.dev/serving": {
		"config/core/300-resources/service.yaml", "config/core/300-resources/domain-mapping.yaml",
		"config/core/300-resources/revision.yaml",
	},
	"knative.dev/networking": {"config/domain-claim.yaml"},
	"github.com/cert-manager/cert-manager": {
		"deploy/crds/cert-manager.io_certificates.yaml", "deploy/crds/cert-manager.io_clusterissuers.yaml",
	},
	"go.universe.tf/metallb": {
		"config/crd/bases/metallb.io_ipaddresspools.yaml", "config/crd/bases/metallb.io_l2advertisements.yaml",
	},
	"github.com/karmada-io/karmada": {
		"charts/karmada/_crds/bases/config/config.karmada.io_resourceinterpreterwebhookconfigurations.yaml",
		"charts/karmada/_crds/bases/policy/policy.karmada.io_propagationpolicies.yaml",
		"charts/karmada/_crds/bases/policy/policy.karmada.io_clusterpropagationpolicies.yaml",
		"charts/karmada/_crds/bases/work/work.karmada.io_works.yaml",
	},
}

// generated is the module that carries types only; its definitions are made from them as its authors do.
const generated = "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"

// definitions returns the CustomResourceDefinitions. Those of generated types are written into dir first.
func definitions(ctx context.Context, repository, dir string) ([]*unstructured.Unstructured, error) {
	var paths []string
	for module, files := range sources {
		root, err := goCommand(ctx, repository, "list", "-m", "-f", "{{.Dir}}", module)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			paths = append(paths, filepath.Join(root, file))
		}
	}
	if _, err := goCommand(ctx, repository, "tool", "controller-gen", "crd:allowDangerousTypes=true", "paths="+generated,
		"output:crd:dir="+dir); err != nil {
		return nil, err
	}
	paths = append(paths, filepath.Join(dir, "monitoring.coreos.com_podmonitors.yaml"),
		filepath.Join(dir, "monitoring.coreos.com_prometheusrules.yaml"),
		filepath.Join(repository, "knative", "karmada", "workload-crd.yaml"))
	var all []*unstructured.Unstructured
	for _, path := range paths {
		objects, err := manifests.Read(path)
		if err != nil {
			return nil, err
		}
		for _, object := range objects {
			if object.GetKind() == "CustomResourceDefinition" {
				// Conversion and defaulting belong to the webhooks of running controllers.
				unstructured.RemoveNestedField(object.Object, "spec", "conversion")
				all = append(all, object)
			}
		}
	}
	return all, nil
}

func goCommand(ctx context.Context, repository string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = filepath.Join(repository, "test", "knative", "build", "crds")
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("cannot run go %s: %w\n%s", strings.Join(args, " "), err, errors.String())
	}
	return strings.TrimSpace(string(out)), nil
}
