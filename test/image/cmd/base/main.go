// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command base prints the base image that ko is to build on, as a value for KO_DEFAULTBASEIMAGE.
//
// With internet that is ko's own default, a distroless base that its publisher keeps up to date, pinned to the digest it
// has now. Where that cannot be reached, or BASE=machine is set, it is a base made here from what is on the machine: the
// CA certificates of the system, a passwd and group file with the user 65532 and an empty /tmp. That base is put into ko's
// image cache (KOCACHE), so no registry has to run. Both bases are free of a shell and of libraries.
//
// A value of KO_DEFAULTBASEIMAGE that is already set wins.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/ko/pkg/commands/options"
)

// patience is how long the registry of the default base may take to answer.
const patience = 10 * time.Second

func main() {
	cache := flag.String("cache", os.Getenv("KOCACHE"), "ko's cache `folder`, which takes a base made on this machine")
	flag.Parse()
	image, err := choose(*cache, os.Getenv("BASE"))
	if err != nil {
		fmt.Fprintf(os.Stderr, "base: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(image)
}

func choose(cache, want string) (string, error) {
	switch {
	case want != "" && want != "machine":
		return "", fmt.Errorf("cannot use BASE: want machine or nothing, got %q", want)
	case want == "machine":
		return machineBase(cache)
	}
	var ko options.BuildOptions
	if err := ko.LoadConfig(); err != nil {
		return "", err
	}
	if set := os.Getenv("KO_DEFAULTBASEIMAGE"); set != "" {
		return set, nil
	}
	pinned, err := pin(ko.BaseImage)
	if err == nil {
		return pinned, nil
	}
	fmt.Fprintf(os.Stderr, "base: cannot reach ko's default base (%v)\nbase: making one from what is on this machine\n", cause(err))
	return machineBase(cache)
}

// pin asks the registry for the digest behind a tag, so that both platforms and a second build take the same base.
func pin(image string) (string, error) {
	ref, err := name.ParseReference(image)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	descriptor, err := remote.Head(ref, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain))
	if err != nil {
		return "", err
	}
	return ref.Context().Digest(descriptor.Digest.String()).String(), nil
}

// cause is the innermost error, which says the reason without the address around it.
func cause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = cmp.Or(inner, err)
	}
}
