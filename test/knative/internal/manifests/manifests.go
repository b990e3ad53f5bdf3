// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package manifests builds the kustomize base and overlays of knative/ as kubectl would, in memory.
package manifests

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"workload.example.io/interpreter/test/karmada/apply"
)

// Image stands in the base where ko puts the image.
const Image = "ko://workload.example.io/interpreter/knative"

// PathSecret is what Build puts into the overlay path-secret, whose file is not in the repository.
const PathSecret = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// Overlays lists the folders below knative/overlays.
func Overlays(repository string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(repository, "knative", "overlays"))
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, err
}

// Build returns the objects of the base with the overlays on top. Its image is replaced by the one given.
func Build(repository, image string, overlays ...string) ([]*unstructured.Unstructured, error) {
	disk := filesys.MakeFsInMemory()
	if err := load(disk, filepath.Join(repository, "knative")); err != nil {
		return nil, err
	}
	secrets := "INTERPRETER_PATH_SECRETS=" + PathSecret + "\n"
	var components strings.Builder
	for _, overlay := range overlays {
		fmt.Fprintf(&components, "  - ../overlays/%s\n", overlay)
	}
	err := errors.Join(
		disk.WriteFile("/overlays/path-secret/path-secrets.env", []byte(secrets)),
		disk.WriteFile("/deploy/kustomization.yaml", []byte("resources:\n  - ../base\ncomponents:\n"+components.String())),
	)
	if err != nil {
		return nil, err
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(disk, "/deploy")
	if err != nil {
		return nil, fmt.Errorf("cannot build the base with %v: %w", overlays, err)
	}
	text, err := built.AsYaml()
	if err != nil {
		return nil, err
	}
	return apply.Decode(bytes.ReplaceAll(text, []byte(Image), []byte(image)))
}

func load(disk filesys.FileSystem, root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return disk.WriteFile(strings.TrimPrefix(path, root), content)
	})
}

// Read returns the objects of a file.
func Read(path string) ([]*unstructured.Unstructured, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	objects, err := apply.Decode(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return objects, nil
}
