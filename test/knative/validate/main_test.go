// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/progress"
	"workload.example.io/interpreter/test/knative/internal/apiserver"
)

// repository is the root of this repository.
const repository = "../../.."

// server is the API server of all tests.
var server *apply.Client

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintf(os.Stderr, "validate: %v\n", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	log := progress.New(os.Stderr)
	root, err := filepath.Abs(repository)
	if err != nil {
		return 0, err
	}
	cache := binaries.Cache{Dir: cmp.Or(os.Getenv("KARMADA_CACHE"), filepath.Join(root, ".cache", "karmada")), Modules: filepath.Join(root, "test", "karmada", "build")}
	dirs, err := cache.Build(ctx, log, "validate", binaries.Etcd, binaries.Kubernetes, binaries.Kubectl)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "validate-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	log.Printf("starting an API server with the definitions of everything that the manifests use")
	running, err := apiserver.Start(ctx, apiserver.Config{
		Etcd: dirs["etcd"], Kubernetes: dirs["kubernetes"], Dir: dir, Address: "127.0.0.1",
		// Loopback may not stand in Endpoints, and nobody makes service accounts here.
		Flags: []string{"--endpoint-reconciler-type=none", "--disable-admission-plugins=ServiceAccount"},
	})
	if err != nil {
		return 0, err
	}
	kubectl = dirs["kubectl"]
	if err := writeKubeconfig(running, dir); err != nil {
		return 0, err
	}
	if server, err = apply.New(running.REST()); err != nil {
		return 0, err
	}
	crds, err := definitions(ctx, root, filepath.Join(dir, "crds"))
	if err != nil {
		return 0, err
	}
	if err := server.All(ctx, append(crds, namespace("workload-interpreter"), namespace("metallb-system"))); err != nil {
		return 0, err
	}
	log.Printf("%d definitions are in", len(crds))
	return m.Run(), nil
}

func namespace(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name},
	}}
}
