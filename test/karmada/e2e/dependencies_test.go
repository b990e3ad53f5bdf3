// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// needs is a pod template that refers to an object in every place there is. The objects carry the place in their name.
type needs struct {
	configMaps, secrets []string
}

func (n *needs) configMap(place string) string {
	n.configMaps = append(n.configMaps, place)
	return place
}
func (n *needs) secret(place string) string { n.secrets = append(n.secrets, place); return place }

// container refers to ConfigMaps and Secrets as a whole and by key.
func (n *needs) container(name string) map[string]any {
	byKey := func(kind, object string) map[string]any {
		return map[string]any{"name": strings.ToUpper(kind), "valueFrom": map[string]any{
			kind: map[string]any{"name": object, "key": "k"}}}
	}
	return map[string]any{
		"name": name, "image": "nginx",
		"envFrom": []any{
			map[string]any{"configMapRef": map[string]any{"name": n.configMap(name + "-env-from")}},
			map[string]any{"secretRef": map[string]any{"name": n.secret(name + "-env-from")}},
		},
		"env": []any{
			byKey("configMapKeyRef", n.configMap(name+"-env")),
			byKey("secretKeyRef", n.secret(name+"-env")),
		},
	}
}

func (n *needs) volumes() []any {
	ref := func(place string) map[string]any { return map[string]any{"name": n.secret(place)} }
	volumes := []any{}
	for source, content := range map[string]map[string]any{
		"configMap": {"name": n.configMap("volume")},
		"secret":    {"secretName": n.secret("volume")},
		"projected": {"sources": []any{
			map[string]any{"configMap": map[string]any{"name": n.configMap("projected")}},
			map[string]any{"secret": map[string]any{"name": n.secret("projected")}},
		}},
		"persistentVolumeClaim": {"claimName": "claim"},
		"azureFile":             {"secretName": n.secret("azurefile"), "shareName": "s"},
		"cephfs":                {"monitors": []any{"m"}, "secretRef": ref("cephfs")},
		"cinder":                {"volumeID": "v", "secretRef": ref("cinder")},
		"flexVolume":            {"driver": "example.com/d", "secretRef": ref("flexvolume")},
		"rbd":                   {"monitors": []any{"m"}, "image": "i", "secretRef": ref("rbd")},
		"scaleIO":               {"gateway": "g", "system": "s", "secretRef": ref("scaleio")},
		"iscsi":                 {"targetPortal": "p", "iqn": "iqn.2026-01.example:x", "lun": 0, "secretRef": ref("iscsi")},
		"storageos":             {"volumeName": "v", "secretRef": ref("storageos")},
		"csi":                   {"driver": "example.com", "nodePublishSecretRef": ref("csi")},
	} {
		volumes = append(volumes, map[string]any{"name": strings.ToLower(source), source: content})
	}
	return volumes
}

func (s *suite) testDependencies(t *testing.T, c *scene) {
	n := &needs{}
	template := map[string]any{"spec": map[string]any{
		"containers":          []any{n.container("main"), n.container("second")},
		"initContainers":      []any{n.container("init")},
		"ephemeralContainers": []any{n.container("ephemeral")},
		"volumes":             n.volumes(),
		"imagePullSecrets":    []any{map[string]any{"name": n.secret("pull")}},
		"serviceAccountName":  "runner",
	}}
	wanted := c.createNeeds(t, n)
	c.workload(t, "needy", map[string]any{"template": template}, nil)
	c.divideWorkload(t, "needy", evenly)
	for _, member := range s.members {
		eventually(t, fmt.Sprintf("%d dependencies in %s", len(wanted), member.name), func(ctx context.Context) error {
			for _, object := range wanted {
				if _, err := member.get(ctx, object.resource, c.namespace, object.name); err != nil {
					return err
				}
			}
			return nil
		})
	}
	t.Logf("%d dependencies in each member", len(wanted))
}

type dependency struct {
	resource schema.GroupVersionResource
	name     string
}

// createNeeds creates in Karmada whatever the template refers to.
func (c *scene) createNeeds(t *testing.T, n *needs) []dependency {
	var wanted []dependency
	create := func(resource, kind string, name string, more map[string]any) {
		object := map[string]any{"apiVersion": "v1", "kind": kind,
			"metadata": map[string]any{"name": name, "namespace": c.namespace}}
		for key, value := range more {
			object[key] = value
		}
		d := dependency{resource: schema.GroupVersionResource{Version: "v1", Resource: resource}, name: name}
		c.karmada.create(t, d.resource, object)
		wanted = append(wanted, d)
	}
	for _, name := range n.configMaps {
		create("configmaps", "ConfigMap", name, nil)
	}
	for _, name := range n.secrets {
		create("secrets", "Secret", name, nil)
	}
	create("serviceaccounts", "ServiceAccount", "runner", nil)
	create("persistentvolumeclaims", "PersistentVolumeClaim", "claim", map[string]any{"spec": map[string]any{
		"accessModes": []any{"ReadWriteOnce"}, "resources": map[string]any{"requests": map[string]any{"storage": "1Mi"}}}})
	return wanted
}

// testNoDependencies uses a template that refers to nothing: an empty list, not an error.
func (s *suite) testNoDependencies(t *testing.T, c *scene) {
	c.workload(t, "frugal", nil, nil)
	c.divideWorkload(t, "frugal", evenly)
	c.spread(t, "frugal", map[string]int64{"member1": 1, "member2": 1, "member3": 1})
	eventually(t, "Karmada to have asked for dependencies", func(ctx context.Context) error {
		reasons, err := c.reasons(ctx, c.namespace)
		if err != nil {
			return err
		}
		if len(reasons["GetDependenciesFailed"]) > 0 {
			return fmt.Errorf("%w: %v", errHopeless, reasons["GetDependenciesFailed"])
		}
		if len(reasons["GetDependenciesSucceed"]) == 0 {
			return fmt.Errorf("no event GetDependenciesSucceed among %d reasons", len(reasons))
		}
		return nil
	})
}
