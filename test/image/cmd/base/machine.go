// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/match"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// machineName stands in the image's annotation org.opencontainers.image.base.name. It resolves nowhere.
const machineName = "base.invalid/from-this-machine"

// user is the numeric user of the base, so that runAsNonRoot can be checked without reading passwd.
const user = "65532"

// certificates is where every Debian and Go program looks for the system's roots.
const certificates = "etc/ssl/certs/ca-certificates.crt"

// machineBase puts the base into ko's cache and returns its reference by digest, which ko then finds without a network.
func machineBase(cache string) (string, error) {
	if cache == "" {
		return "", errors.New("cannot keep the base: want a folder in -cache or KOCACHE, got none")
	}
	index, err := machineIndex()
	if err != nil {
		return "", fmt.Errorf("cannot make a base: %w", err)
	}
	digest, err := index.Digest()
	if err != nil {
		return "", err
	}
	images := filepath.Join(cache, "img")
	path, err := layout.FromPath(images)
	if err != nil {
		if path, err = layout.Write(images, empty.Index); err != nil {
			return "", fmt.Errorf("cannot write ko's cache: %w", err)
		}
	}
	if err := store(path, index, digest); err != nil {
		return "", fmt.Errorf("cannot write ko's cache: %w", err)
	}
	return machineName + "@" + digest.String(), nil
}

// store puts the index and, beside it, each of its images into the layout: ko looks them up on the top level.
func store(path layout.Path, index v1.ImageIndex, digest v1.Hash) error {
	manifest, err := index.IndexManifest()
	if err != nil {
		return err
	}
	for _, entry := range manifest.Manifests {
		image, err := index.Image(entry.Digest)
		if err != nil {
			return err
		}
		if err := path.ReplaceImage(image, match.Digests(entry.Digest)); err != nil {
			return err
		}
	}
	return path.ReplaceIndex(index, match.Digests(digest))
}

// machineIndex holds the same layer for both architectures, because there is no code in it.
func machineIndex() (v1.ImageIndex, error) {
	content, err := machineFiles()
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, architecture := range []string{"amd64", "arm64"} {
		image, err := mutate.AppendLayers(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON), layer)
		if err != nil {
			return nil, err
		}
		image, err = mutate.ConfigFile(image, machineConfig(image, architecture))
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{
			Platform: &v1.Platform{OS: "linux", Architecture: architecture},
		}})
	}
	return index, nil
}

func machineConfig(image v1.Image, architecture string) *v1.ConfigFile {
	config, err := image.ConfigFile()
	if err != nil {
		config = &v1.ConfigFile{}
	}
	config = config.DeepCopy()
	config.OS, config.Architecture = "linux", architecture
	config.Config.User = user + ":" + user
	config.Config.WorkingDir = "/"
	config.Config.Env = []string{"PATH=/", "SSL_CERT_FILE=/" + certificates}
	return config
}

// machineFiles is the base's one layer as a tar, without times and in a fixed order, so that it has one digest.
func machineFiles() ([]byte, error) {
	roots, err := os.ReadFile("/" + certificates)
	if err != nil {
		return nil, fmt.Errorf("%w\nnext: apt-get install ca-certificates", err)
	}
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	add := func(name string, mode int64, content []byte) {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: int64(len(content)), Format: tar.FormatPAX}
		if content == nil {
			header.Typeflag = tar.TypeDir
		}
		err = errors.Join(err, w.WriteHeader(header))
		_, writeErr := w.Write(content)
		err = errors.Join(err, writeErr)
	}
	add("etc/", 0o755, nil)
	add("etc/group", 0o644, []byte("root:x:0:\nnonroot:x:"+user+":\n"))
	add("etc/passwd", 0o644, []byte("root:x:0:0:root:/:/sbin/nologin\nnonroot:x:"+user+":"+user+":nonroot:/tmp:/sbin/nologin\n"))
	add("etc/ssl/", 0o755, nil)
	add("etc/ssl/certs/", 0o755, nil)
	add(certificates, 0o644, roots)
	add("tmp/", 0o1777, nil)
	return out.Bytes(), errors.Join(err, w.Close())
}
