// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package images packs static binaries as images of one layer, in the archive form that containerd imports. Names below
// dev.local are exempt from Knative's resolution of tags, so no registry is needed.
package images

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// Tag is the tag of every image. One that is not "latest" is never pulled when it is there.
const Tag = "test"

// Name is the name of an image of this package.
func Name(name string) string { return "dev.local/" + name + ":" + Tag }

// Users of images.
const (
	Nobody = "65532:65532"
	Root   = "0:0"
)

// Pack writes an archive with an image of one binary, which the user runs, to dir and returns its path.
func Pack(dir, image, binary, user string) (string, error) {
	program, err := os.ReadFile(binary)
	if err != nil {
		return "", err
	}
	entry := path.Join("bin", filepath.Base(binary))
	layer, err := archive([]file{{entry, 0o755, program}})
	if err != nil {
		return "", err
	}
	config, err := json.Marshal(map[string]any{
		"os": "linux", "architecture": runtime.GOARCH,
		"config": map[string]any{"Entrypoint": []string{"/" + entry}, "User": user, "Env": []string{"PATH=/bin"}},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}},
	})
	if err != nil {
		return "", err
	}
	manifest, err := json.Marshal([]map[string]any{{"Config": "config.json", "RepoTags": []string{image}, "Layers": []string{"layer.tar"}}})
	if err != nil {
		return "", err
	}
	whole, err := archive([]file{{"manifest.json", 0o644, manifest}, {"config.json", 0o644, config}, {"layer.tar", 0o644, layer}})
	if err != nil {
		return "", err
	}
	target := filepath.Join(dir, strings.NewReplacer("/", "-", ":", "-").Replace(image)+".tar")
	return target, os.WriteFile(target, whole, 0o644)
}

type file struct {
	name    string
	mode    int64
	content []byte
}

func archive(files []file) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content)), Typeflag: tar.TypeReg})
		_, writeErr := w.Write(f.content)
		if err := errors.Join(err, writeErr); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
