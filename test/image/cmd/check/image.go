// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"archive/tar"
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

// largest is the compressed size that an image may have: a node that has never seen it must still wake in time.
const largest = 10_000_000

// shells are names that no file may have.
var shells = []string{"sh", "bash", "dash", "ash", "busybox", "toybox", "zsh"}

// listed is how many of the largest files are printed.
const listed = 6

type file struct {
	name string
	size int64
}

func checkImage(image v1.Image, platform string) error {
	size, err := compressed(image)
	if err != nil {
		return err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return err
	}
	if len(config.Config.Entrypoint) != 1 {
		return fmt.Errorf("want one word as entry point, got %q", config.Config.Entrypoint)
	}
	entry := strings.TrimPrefix(config.Config.Entrypoint[0], "/")
	files, binary, err := walk(image, entry)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.2f MB compressed, %d files, user %s, entry point /%s\n", platform, float64(size)/1e6, len(files), config.Config.User, entry)
	slices.SortFunc(files, func(a, b file) int { return int(b.size - a.size) })
	for _, f := range files[:min(listed, len(files))] {
		fmt.Printf("  %9d  /%s\n", f.size, f.name)
	}
	var errs []error
	if size > largest {
		errs = append(errs, fmt.Errorf("want at most %d bytes compressed, got %d", largest, size))
	}
	for _, f := range files {
		if slices.Contains(shells, path.Base(f.name)) {
			errs = append(errs, fmt.Errorf("want no shell, got /%s", f.name))
		}
	}
	return errors.Join(append(errs, checkUser(config.Config.User), checkStatic(binary, config.Architecture))...)
}

// compressed is what a node downloads: the layers and the configuration.
func compressed(image v1.Image) (int64, error) {
	manifest, err := image.Manifest()
	if err != nil {
		return 0, err
	}
	total := manifest.Config.Size
	for _, layer := range manifest.Layers {
		total += layer.Size
	}
	return total, nil
}

// walk lists the regular files of the flattened image and returns the contents of the entry point.
func walk(image v1.Image, entry string) (files []file, binary []byte, err error) {
	flat := mutate.Extract(image)
	defer flat.Close()
	for r := tar.NewReader(flat); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, binary, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if header.Typeflag == tar.TypeDir {
			continue
		}
		name := strings.TrimPrefix(path.Clean(header.Name), "/")
		files = append(files, file{name, header.Size})
		if name == entry {
			if binary, err = io.ReadAll(r); err != nil {
				return nil, nil, err
			}
		}
	}
}

// checkUser wants a number: the kubelet cannot check runAsNonRoot against a name.
func checkUser(user string) error {
	id, err := strconv.Atoi(strings.Split(user, ":")[0])
	if err != nil || id == 0 {
		return fmt.Errorf("want a numeric user other than 0, got %q", user)
	}
	return nil
}

// checkStatic wants an executable of the architecture that asks for no loader.
func checkStatic(binary []byte, architecture string) error {
	program, err := elf.NewFile(bytes.NewReader(binary))
	if err != nil {
		return fmt.Errorf("the entry point is no program: %w", err)
	}
	want := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[architecture]
	if program.Machine != want {
		return fmt.Errorf("want an entry point for %s, got %s", architecture, program.Machine)
	}
	for _, segment := range program.Progs {
		if segment.Type == elf.PT_INTERP {
			return errors.New("want a static entry point, got one that needs a loader")
		}
	}
	return nil
}
