// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package partners brings what the overlay domain works together with into a cluster: cert-manager, pebble, which is the test
// authority of Let's Encrypt, and a name server. All are built from the module proxy and run as pods.
package partners

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/knative/internal/images"
	"workload.example.io/interpreter/test/knative/internal/manifests"
)

// Commands are the programs; each is an image of its own.
var Commands = []string{"certmanager", "nameserver", "pebble"}

// Set is how they are built, from test/knative/build.
var Set = binaries.Set{
	Name:    "partners",
	Module:  "partners",
	Args:    []string{"build", "-trimpath", "-ldflags=-s -w", "-o", binaries.Output, "tool", "./certmanager", "./nameserver"},
	Files:   map[string][]string{"github.com/cert-manager/cert-manager": {"deploy/crds"}},
	Expects: append([]string{"manifests/deploy/crds"}, Commands...),
}

//go:embed manifests
var own embed.FS

// CertManager returns the definitions of cert-manager, and our manifests of its controllers, pebble and the name server.
func CertManager(dir string) ([]*unstructured.Unstructured, error) {
	files, err := filepath.Glob(filepath.Join(dir, "manifests", "deploy", "crds", "*.yaml"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("cannot find the definitions of cert-manager in %s: %w", dir, err)
	}
	var all []*unstructured.Unstructured
	for _, file := range files {
		objects, err := manifests.Read(file)
		if err != nil {
			return nil, err
		}
		all = append(all, objects...)
	}
	more, err := own.ReadFile("manifests/cert-manager.yaml")
	if err != nil {
		return nil, err
	}
	text := string(more)
	for _, command := range Commands {
		text = strings.ReplaceAll(text, "image: "+command+"\n", "image: "+images.Name(command)+"\n")
	}
	objects, err := apply.Decode([]byte(text))
	return append(all, objects...), err
}
