// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command check opens an OCI layout that ko wrote and fails unless the image in it is what the manifests rely on: for
// linux/amd64 and linux/arm64, a static binary as entry point, a numeric user that is not root, no shell, at most 10 MB
// compressed, and an SBOM for each. With a second layout it also fails unless both hold the same image. It prints what
// it saw.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
)

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: check -sbom FOLDER LAYOUT [SECOND LAYOUT]") }
	sboms := flag.String("sbom", "", "`folder` with the SBOMs that ko wrote")
	flag.Parse()
	if flag.NArg() < 1 || flag.NArg() > 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := check(flag.Args(), *sboms); err != nil {
		fmt.Fprintf(os.Stderr, "check: %v\n", err)
		os.Exit(1)
	}
}

func check(layouts []string, sboms string) error {
	index, err := open(layouts[0])
	if err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	fmt.Printf("image %s\n", digest)
	if len(layouts) == 2 {
		if err := same(digest, layouts[1]); err != nil {
			return err
		}
		fmt.Printf("  built twice in two folders: the same digest\n")
	}
	return errors.Join(checkPlatforms(index), checkSBOMs(sboms))
}

// open returns the one image index that ko put into a layout.
func open(dir string) (v1.ImageIndex, error) {
	root, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w\nnext: make image", dir, err)
	}
	manifest, err := root.IndexManifest()
	if err != nil {
		return nil, err
	}
	if len(manifest.Manifests) != 1 || !manifest.Manifests[0].MediaType.IsIndex() {
		return nil, fmt.Errorf("cannot use %s: want one image index, got %d entries", dir, len(manifest.Manifests))
	}
	return root.ImageIndex(manifest.Manifests[0].Digest)
}

func same(digest v1.Hash, dir string) error {
	second, err := open(dir)
	if err != nil {
		return err
	}
	other, err := second.Digest()
	if err != nil {
		return err
	}
	if other != digest {
		return fmt.Errorf("the build is not reproducible: %s in one folder, %s in another", digest, other)
	}
	return nil
}

func checkPlatforms(index v1.ImageIndex) error {
	manifest, err := index.IndexManifest()
	if err != nil {
		return err
	}
	wanted := map[string]bool{"linux/amd64": true, "linux/arm64": true}
	var errs []error
	for _, entry := range manifest.Manifests {
		platform := entry.Platform.String()
		image, err := index.Image(entry.Digest)
		if err == nil {
			err = checkImage(image, platform)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", platform, err))
		}
		delete(wanted, platform)
	}
	for platform := range wanted {
		errs = append(errs, fmt.Errorf("%s: not in the image", platform))
	}
	return errors.Join(errs...)
}

func checkSBOMs(dir string) error {
	found, err := filepath.Glob(filepath.Join(dir, "*.spdx.json"))
	if err != nil {
		return err
	}
	const images = 3 // one for each platform and one for the index
	if len(found) < images {
		return fmt.Errorf("want %d SBOMs in %s, got %d", images, dir, len(found))
	}
	for _, path := range found {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Printf("sbom %s: %d packages\n", filepath.Base(path), strings.Count(string(content), `"SPDXID": "SPDXRef-Package-`))
	}
	return nil
}
