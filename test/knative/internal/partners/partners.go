// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package partners brings what the overlays of knative/ work together with into a cluster: cert-manager with pebble, which is the
// test authority of Let's Encrypt, and a name server; MetalLB; Prometheus with its operator and Alertmanager; kube-router for
// network policies; and Traefik as a real ingress. All are built from the module proxy and run as pods.
package partners

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/knative/internal/images"
)

// Partner is programs that one module below test/knative/build makes; each is an image of its own.
type Partner struct {
	Set      binaries.Set
	Commands []string
	User     string // of the images, as the authors' own have it
}

// The partners. Each has a module of its own, because they pin different versions of what they share.
var (
	CertManager = partner("certmanager", shipped{"github.com/cert-manager/cert-manager", "deploy/crds"}, nil,
		"certmanager", "nameserver", "pebble")
	MetalLB = partner("metallb", shipped{"go.universe.tf/metallb", "config/manifests/metallb-native.yaml"},
		map[string]string{"controller": "metallb-controller", "speaker": "metallb-speaker"}, "metallb-controller", "metallb-speaker").asRoot()
	Operator = partner("monitoring", shipped{"github.com/prometheus-operator/prometheus-operator", "bundle.yaml"},
		map[string]string{"operator": "prometheus-operator"}, "alertmanager", "prometheus-config-reloader", "prometheus-operator")
	Prometheus = partner("prometheus", shipped{}, nil, "prometheus")
	Traefik    = partner("traefik", shipped{}, nil, "traefik")
	KubeRouter = partner("kube-router", shipped{}, nil, "kube-router")
)

// Overlays are the partners of the overlays.
var Overlays = []Partner{CertManager, MetalLB, Operator, Prometheus, KubeRouter}

// shipped is the file or folder of a module in which its authors ship their manifests.
type shipped struct{ module, file string }

// partner is one whose module has the name of the set and names its programs as tools.
func partner(name string, from shipped, rename map[string]string, commands ...string) Partner {
	set := binaries.Set{Name: name, Module: name, Rename: rename, Expects: commands,
		Args: []string{"build", "-trimpath", "-ldflags=-s -w", "-o", binaries.Output, "tool"}}
	if from.file != "" {
		set.Files = map[string][]string{from.module: {from.file}}
		set.Expects = append([]string{"manifests/" + from.file}, commands...)
	}
	return Partner{set, commands, images.Nobody}
}

// asRoot is a partner whose manifests expect that images run as root.
func (p Partner) asRoot() Partner {
	p.User = images.Root
	return p
}

//go:embed manifests
var own embed.FS

// foreign are images of others, which ours with the last part of their names replace.
var foreign = regexp.MustCompile(`quay\.io/(metallb|prometheus-operator)/([a-z-]+):[a-z0-9.]+`)

// Shipped returns the objects that the authors of a partner ship, from the folder of its set.
func (p Partner) Shipped(dir string) ([]*unstructured.Unstructured, error) {
	var all []*unstructured.Unstructured
	for _, files := range p.Set.Files {
		paths, err := filepath.Glob(filepath.Join(dir, "manifests", files[0]))
		if filepath.Ext(files[0]) == "" {
			paths, err = filepath.Glob(filepath.Join(dir, "manifests", files[0], "*.yaml"))
		}
		if err != nil || len(paths) == 0 {
			return nil, fmt.Errorf("cannot find %s in %s: %w", files[0], dir, err)
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			objects, err := apply.Decode(foreign.ReplaceAllFunc(content, p.ours))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			all = append(all, objects...)
		}
	}
	return all, nil
}

// ours is the image that stands for one of others: that of the command which has its name, or its name behind the partner's.
func (p Partner) ours(image []byte) []byte {
	name := foreign.FindSubmatch(image)[2]
	for _, command := range p.Commands {
		if command == string(name) || command == p.Set.Name+"-"+string(name) {
			return []byte(images.Name(command))
		}
	}
	return image
}

// Own returns the objects of a manifest of this package, with our images in it.
func Own(name string) ([]*unstructured.Unstructured, error) {
	content, err := own.ReadFile("manifests/" + name)
	if err != nil {
		return nil, err
	}
	text := string(content)
	for _, partner := range append([]Partner{Traefik}, Overlays...) {
		for _, command := range partner.Commands {
			text = strings.ReplaceAll(text, "image: "+command+"\n", "image: "+images.Name(command)+"\n")
		}
	}
	return apply.Decode([]byte(text))
}
