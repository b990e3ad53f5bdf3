// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package serving installs Knative Serving from its own manifests.
package serving

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/knative/internal/images"
	"workload.example.io/interpreter/test/knative/internal/ingress"
)

// Commands are Knative's programs; queue is the sidecar of every pod.
var Commands = []string{"activator", "autoscaler", "controller", "queue", "webhook"}

// Set is how test/karmada/binaries builds Knative, from test/knative/build.
var Set = binaries.Set{
	Name:   "serving",
	Module: "serving",
	Args:   []string{"build", "-trimpath", "-ldflags=-s -w", "-o", binaries.Output, "tool"},
	Files: map[string][]string{
		"knative.dev/serving":    {"config/core"},
		"knative.dev/networking": {"config"},
		"knative.dev/caching":    {"config"},
	},
	Expects: append([]string{"manifests/config/core"}, Commands...),
}

// Domain is the domain of every Service but one.
const Domain = "knative.test"

// settings are what differs from Knative's own configuration. The function's host is the address of the node, so that
// callers without a name server reach it under the URL that Knative reports.
func settings(address string) map[string]map[string]any {
	return map[string]map[string]any{
		"config-network": {
			"ingress-class": ingress.Class, "default-external-scheme": "https",
			"domain-template": `{{if eq .Name "interpreter"}}` + address + `{{else}}{{.Name}}.{{.Namespace}}.{{.Domain}}{{end}}`,
		},
		// It is quiet sooner than by default. How fast an instance starts does not depend on either.
		"config-autoscaler": {"stable-window": "10s", "scale-to-zero-grace-period": "6s"},
		"config-domain":     {Domain: ""},
		"config-deployment": {"queue-sidecar-image": images.Name("queue")},
	}
}

// Install applies the manifests in dir and returns when every component is ready. The address is that of the ingress.
func Install(ctx context.Context, client *apply.Client, dir, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	objects, hooks, err := load(filepath.Join(dir, "manifests", "config"), settings(address))
	if err != nil {
		return err
	}
	if err := client.All(ctx, objects); err != nil {
		return err
	}
	for _, object := range objects {
		if object.GetKind() == "Deployment" {
			if err := await(ctx, client, object, func(o *unstructured.Unstructured) bool {
				ready, _, _ := unstructured.NestedInt64(o.Object, "status", "readyReplicas")
				return ready > 0
			}); err != nil {
				return err
			}
		}
	}
	// The webhook fills in its certificate once it runs; before that a configuration would refuse everything.
	if err := client.All(ctx, hooks); err != nil {
		return err
	}
	for _, hook := range hooks {
		if err := await(ctx, client, hook, trusted); err != nil {
			return err
		}
	}
	return nil
}

func trusted(hook *unstructured.Unstructured) bool {
	list, _, _ := unstructured.NestedSlice(hook.Object, "webhooks")
	for _, one := range list {
		if bundle, _, _ := unstructured.NestedString(one.(map[string]any), "clientConfig", "caBundle"); bundle == "" {
			return false
		}
	}
	return true
}

func await(ctx context.Context, client *apply.Client, object *unstructured.Unstructured, done func(*unstructured.Unstructured) bool) error {
	resource, err := client.Resource(object)
	if err != nil {
		return err
	}
	for {
		now, err := client.Get(ctx, resource, object.GetName())
		if err == nil && done(now) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s %s is not ready: %w", object.GetKind(), object.GetName(), ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// order in which kinds are applied; what is not named comes between these and Deployments.
var order = []string{"Namespace", "CustomResourceDefinition", "ServiceAccount", "ClusterRole", "Role", "ClusterRoleBinding",
	"RoleBinding", "Secret", "ConfigMap"}

// load reads the manifests in the order of application, the webhook configurations apart.
func load(root string, settings map[string]map[string]any) (objects, hooks []*unstructured.Unstructured, err error) {
	kinds := map[string][]*unstructured.Unstructured{}
	var rest []*unstructured.Unstructured
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" || strings.HasSuffix(path, "-hpa.yaml") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, command := range Commands {
			content = []byte(strings.ReplaceAll(string(content), "ko://knative.dev/serving/cmd/"+command+"\n", images.Name(command)+"\n"))
		}
		read, err := apply.Decode(content)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, object := range read {
			switch kind := object.GetKind(); {
			case strings.HasSuffix(kind, "WebhookConfiguration"):
				hooks = append(hooks, object)
			case kind == "Image" || kind == "Certificate":
				// Hints for image caches, and TLS between Knative's components, which is off.
			case kind == "ConfigMap":
				configure(object, settings[object.GetName()])
				fallthrough
			default:
				kinds[kind] = append(kinds[kind], object)
			}
		}
		return nil
	})
	for _, kind := range order {
		objects = append(objects, kinds[kind]...)
		delete(kinds, kind)
	}
	deployments := kinds["Deployment"]
	delete(kinds, "Deployment")
	for _, list := range kinds {
		rest = append(rest, list...)
	}
	return append(append(objects, rest...), deployments...), hooks, err
}

func configure(object *unstructured.Unstructured, settings map[string]any) {
	unstructured.RemoveNestedField(object.Object, "data", "_example")
	annotations := object.GetAnnotations()
	delete(annotations, "knative.dev/example-checksum")
	object.SetAnnotations(annotations)
	for key, value := range settings {
		_ = unstructured.SetNestedField(object.Object, value, "data", key)
	}
}
