// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package partners brings what the overlays of knative/ work together with into a cluster: cert-manager with a test authority
// and a name server, MetalLB, Prometheus with its operator and Alertmanager, and kube-router for network policies. All are
// built from the module proxy and run as pods.
package partners

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/knative/internal/images"
	"workload.example.io/interpreter/test/knative/internal/manifests"
)

// Commands are the programs; each is an image of its own.
var Commands = []string{"alertmanager", "certmanager", "kube-router", "metallb-controller", "metallb-speaker", "nameserver", "pebble",
	"prometheus", "prometheus-config-reloader", "prometheus-operator"}

const (
	metallb  = "go.universe.tf/metallb"
	operator = "github.com/prometheus-operator/prometheus-operator"
	issuer   = "github.com/cert-manager/cert-manager"
)

// Set is how they are built, from test/knative/build.
var Set = binaries.Set{
	Name:   "partners",
	Module: "partners",
	Args:   []string{"build", "-trimpath", "-ldflags=-s -w", "-o", binaries.Output, "tool", "./certmanager", "./nameserver"},
	Rename: map[string]string{"controller": "metallb-controller", "speaker": "metallb-speaker", "operator": "prometheus-operator"},
	Files: map[string][]string{
		metallb:  {"config/manifests/metallb-native.yaml"},
		operator: {"bundle.yaml"},
		issuer:   {"deploy/crds"},
	},
	Expects: append([]string{"manifests/config/manifests/metallb-native.yaml", "manifests/bundle.yaml", "manifests/deploy/crds"}, Commands...),
}

//go:embed manifests
var own embed.FS

// images of others, and ours in their place.
var (
	metallbImage  = regexp.MustCompile(`quay\.io/metallb/(controller|speaker):\S+`)
	operatorImage = regexp.MustCompile(`quay\.io/prometheus-operator/(prometheus-operator|prometheus-config-reloader):\S+`)
)

// MetalLB returns the objects of MetalLB as its authors ship them. Dir is the folder of the set.
func MetalLB(dir string) ([]*unstructured.Unstructured, error) {
	content, err := os.ReadFile(filepath.Join(dir, "manifests", "config", "manifests", "metallb-native.yaml"))
	if err != nil {
		return nil, err
	}
	text := metallbImage.ReplaceAllStringFunc(string(content), func(image string) string {
		name, _, _ := strings.Cut(strings.TrimPrefix(image, "quay.io/metallb/"), ":")
		return images.Name("metallb-" + name)
	})
	return manifests.Decode([]byte(text))
}

// Operator returns the objects of the Prometheus operator as its authors ship them, in the namespace default.
func Operator(dir string) ([]*unstructured.Unstructured, error) {
	content, err := os.ReadFile(filepath.Join(dir, "manifests", "bundle.yaml"))
	if err != nil {
		return nil, err
	}
	text := operatorImage.ReplaceAllStringFunc(string(content), func(image string) string {
		name, _, _ := strings.Cut(strings.TrimPrefix(image, "quay.io/prometheus-operator/"), ":")
		return images.Name(name)
	})
	return manifests.Decode([]byte(text))
}

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
	more, err := Own("cert-manager.yaml", nil)
	return append(all, more...), err
}

// Own returns the objects of a manifest of this package. {name} in it is replaced by values[name], an image by ours.
func Own(name string, values map[string]string) ([]*unstructured.Unstructured, error) {
	content, err := own.ReadFile("manifests/" + name)
	if err != nil {
		return nil, err
	}
	text := string(content)
	for key, value := range values {
		text = strings.ReplaceAll(text, "{"+key+"}", value)
	}
	for _, command := range Commands {
		text = strings.ReplaceAll(text, "image: "+command+"\n", "image: "+images.Name(command)+"\n")
	}
	return manifests.Decode([]byte(text))
}
