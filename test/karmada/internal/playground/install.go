// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"context"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/kinds/workload"
	"workload.example.io/interpreter/test/karmada/apply"
)

// manifest reads one of Karmada's manifests with this playground's addresses and authority in it.
func (p *Playground) manifest(elem ...string) ([]byte, error) {
	raw, err := os.ReadFile(p.binary("karmada", filepath.Join(append([]string{"manifests"}, elem...)...)))
	if err != nil {
		return nil, fmt.Errorf("%w\nnext: run the same command again, it builds what is missing", err)
	}
	authority, err := os.ReadFile(p.folder.pki("ca.crt"))
	if err != nil {
		return nil, err
	}
	return []byte(strings.NewReplacer(
		"{{caBundle}}", base64.StdEncoding.EncodeToString(authority),
		"{{name}}.{{namespace}}.svc:443", p.address("karmada-webhook"),
		"karmada-webhook.karmada-system.svc:443", p.address("karmada-webhook"),
	).Replace(string(raw))), nil
}

// installCRDs applies Karmada's CRDs, of which those of the bindings convert through karmada-webhook, and ours. Karmada
// looks for new kinds once in 30 s: ours has to be there when it starts.
func (p *Playground) installCRDs(ctx context.Context) error {
	applier, err := apply.New(p.Karmada())
	if err != nil {
		return err
	}
	conversions, err := p.conversions()
	if err != nil {
		return err
	}
	if err := applier.YAML(ctx, workload.Kind().Manifests.CRD); err != nil {
		return err
	}
	base := p.binary("karmada", "manifests/charts/karmada/_crds/bases")
	return filepath.WalkDir(base, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		crd := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(raw, &crd.Object); err != nil {
			return err
		}
		if conversion := conversions[crd.GetName()]; conversion != nil {
			if err := unstructured.SetNestedMap(crd.Object, conversion, "spec", "conversion"); err != nil {
				return err
			}
		}
		return applier.Apply(ctx, crd)
	})
}

// conversions reads spec.conversion of the CRDs that have one, out of the patches of Karmada's kustomization.
func (p *Playground) conversions() (map[string]map[string]any, error) {
	found := map[string]map[string]any{}
	for _, name := range []string{"webhook_in_resourcebindings.yaml", "webhook_in_clusterresourcebindings.yaml"} {
		raw, err := p.manifest("charts/karmada/_crds/patches", name)
		if err != nil {
			return nil, err
		}
		patch := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(raw, &patch.Object); err != nil {
			return nil, err
		}
		conversion, ok, err := unstructured.NestedMap(patch.Object, "spec", "conversion")
		if err != nil || !ok {
			return nil, fmt.Errorf("cannot find spec.conversion in %s: %w", name, err)
		}
		found[patch.GetName()] = conversion
	}
	return found, nil
}

// installServices makes the aggregated API reachable, turns Karmada's admission on and has our CRD propagated.
func (p *Playground) installServices(ctx context.Context) error {
	applier, err := apply.New(p.Karmada())
	if err != nil {
		return err
	}
	if err := applier.YAML(ctx, []byte("{apiVersion: v1, kind: Namespace, metadata: {name: karmada-system}}")); err != nil {
		return err
	}
	for _, name := range []string{"webhook-configuration.yaml", "admin-clusterrole-aggregation.yaml",
		"cluster-proxy-admin-rbac.yaml", "karmada-aggregated-apiserver-apiservice.yaml"} {
		raw, err := p.manifest("artifacts/deploy", name)
		if err != nil {
			return err
		}
		objects, err := apply.Decode(raw)
		if err != nil {
			return err
		}
		for _, object := range objects {
			p.pointHere(object)
			if err := applier.Apply(ctx, object); err != nil {
				return err
			}
		}
	}
	if err := applier.YAML(ctx, workload.Kind().Manifests.CRDPropagation); err != nil {
		return err
	}
	return p.wait(ctx, "the API of clusters", func(ctx context.Context) error {
		_, err := applier.Interface.Resource(clusters).List(ctx, metav1.ListOptions{})
		return err
	})
}

// pointHere turns the service of the aggregated API server to loopback: an APIService must name a Service, and one of
// type ExternalName is resolved as a host name.
func (p *Playground) pointHere(object *unstructured.Unstructured) {
	port := int64(p.state.Ports["karmada-aggregated-apiserver"])
	switch object.GetKind() {
	case "APIService":
		_ = unstructured.SetNestedField(object.Object, port, "spec", "service", "port")
	case "Service":
		_ = unstructured.SetNestedField(object.Object, "localhost", "spec", "externalName")
		_ = unstructured.SetNestedSlice(object.Object,
			[]any{map[string]any{"port": port, "protocol": "TCP"}}, "spec", "ports")
	}
}
