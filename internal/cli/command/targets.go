// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"encoding/json"
	"errors"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/kubectl"
	"workload.example.io/interpreter/internal/cli/manifest"
	"workload.example.io/interpreter/internal/cli/preflight"
	"workload.example.io/interpreter/internal/interpreter"
)

// targets are what the command line names.
func (c *check) targets(command *cobra.Command, args []string) ([]preflight.Target, error) {
	probes, err := c.probes(command)
	if err != nil {
		return nil, err
	}
	configured := c.from != "" || c.fromCluster
	var url string
	if len(args) == 1 {
		c.url = args[0]
	}
	if !configured {
		if url, err = c.location.read(command.InOrStdin()); err != nil {
			return nil, err
		}
	}
	switch {
	case len(args) == 1 && configured, url == "" && !configured:
		return nil, errors.New("cannot choose what to check: want one of URL, --url-file, --from and --from-cluster")
	case (c.kubeconfig != "" || c.context != "") && !c.fromCluster:
		return nil, errors.New("cannot use --kubeconfig and --context without --from-cluster")
	case url != "":
		return c.bareURL(command, url, probes)
	}
	data, name, err := c.source(command)
	if err != nil {
		return nil, err
	}
	documents, err := manifest.Documents(name, data)
	if err != nil {
		return nil, err
	}
	configurations, err := preflight.Configurations(documents)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	targets := preflight.Targets(configurations, probes)
	if len(targets) == 0 {
		return nil, fmt.Errorf("cannot find a webhook in %s: want a ResourceInterpreterWebhookConfiguration with webhooks", name)
	}
	return targets, nil
}

// source reads the configurations and returns what they are called in messages.
func (c *check) source(command *cobra.Command) (data []byte, name string, err error) {
	if c.fromCluster {
		data, err = preflight.FromCluster(command.Context(), kubectl.Cluster{Kubeconfig: c.kubeconfig, Context: c.context})
		return data, "the cluster", err
	}
	data, err = manifest.Read(c.from, command.InOrStdin())
	return data, manifest.Name(c.from), err
}

// bareURL examines a URL with every operation of the probes.
func (c *check) bareURL(command *cobra.Command, url string, probes preflight.Probes) ([]preflight.Target, error) {
	bundle, err := readBundle(c.caFile, command.InOrStdin())
	if err != nil {
		return nil, err
	}
	timeout, err := c.timeout()
	if err != nil {
		return nil, err
	}
	target := preflight.Target{URL: url, CABundle: bundle, Timeout: timeout}
	for kind, probe := range probes {
		target.Subjects = append(target.Subjects, preflight.Subject{Object: probe, Operations: c.operations(kind)})
	}
	return []preflight.Target{target}, nil
}

// operations are those of the kind, all of them if it is not among the kinds of the command line.
func (p *program) operations(kind schema.GroupKind) []interpreter.Operation {
	for _, known := range p.kinds {
		if known.Group == kind.Group && known.Kind == kind.Kind {
			return known.Operations()
		}
	}
	return interpreter.Operations()
}

// inMember is what an example has in a member cluster and not in its manifest, as a merge patch.
const inMember = `{"metadata": {"namespace": "default"}}`

// probes are the object of --object-file, or the examples of the kinds.
func (c *check) probes(command *cobra.Command) (preflight.Probes, error) {
	probes := preflight.Probes{}
	if c.objectFile != "" {
		object, err := manifest.Object(c.objectFile, command.InOrStdin())
		if err != nil {
			return nil, err
		}
		return probes, addProbe(probes, manifest.Name(c.objectFile), object)
	}
	for _, kind := range c.kinds {
		if len(kind.Manifests.Example) == 0 {
			continue
		}
		object, err := yaml.YAMLToJSON(kind.Manifests.Example)
		if err == nil {
			object, err = jsonpatch.MergePatch(object, []byte(inMember))
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read the example of %s: %w", kind.Kind, err)
		}
		probes[schema.GroupKind{Group: kind.Group, Kind: kind.Kind}] = object
	}
	if len(probes) == 0 {
		return nil, errors.New("cannot choose an object to ask about: no kind has an example; want --object-file")
	}
	return probes, nil
}

func addProbe(probes preflight.Probes, name string, object []byte) error {
	var meta metav1.TypeMeta
	if err := json.Unmarshal(object, &meta); err != nil || meta.Kind == "" || meta.APIVersion == "" {
		return fmt.Errorf("cannot use %s: want a Kubernetes object with apiVersion and kind", name)
	}
	probes[meta.GroupVersionKind().GroupKind()] = object
	return nil
}
