// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
)

const (
	// coldSeconds lets an instance start from zero, warmSeconds is ample where one always runs.
	coldSeconds = 10
	warmSeconds = 3
)

type config struct {
	*program
	location
	webhookconfig.Options
	caFile, output string
	warm, withCRD  bool
}

func newConfig(p *program) *cobra.Command {
	c := config{program: p}
	command := &cobra.Command{
		Use:   "config (--url URL | --url-file FILE)",
		Short: "Print the configuration that tells Karmada to ask a webhook",
		Long: `config prints the ResourceInterpreterWebhookConfiguration for a URL, with comments. Its operations are those that
each kind implements. Of a kind that has both InterpretComponent and ReviseReplica it registers ReviseReplica: with
Karmada's feature gate MultiplePodTemplatesScheduling and both, Karmada from v1.17 on revises every member to 0 replicas.
--components makes the other choice.

The URL must be https and reachable from karmada-controller-manager and from the karmada-agent of each pull-mode
member. Its path is the only secret between them and the function, so the output is as secret as the path, and so is
the command line: --url-file and the environment variable INTERPRET_URL keep it out of the process list.
` + exitCodes,
		Example: `  # A public certificate, instances may scale to zero
  interpret config --url https://interpreter.example.com/path

  # A private authority, an instance that is always warm, with the CRD and its propagation to the members
  interpret config --url https://interpreter.example.com/path --ca-file ca.pem --warm --with-crd | kubectl apply -f -`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error { return c.run(command) },
	}
	c.addKinds(command)
	flags := command.Flags()
	flags.StringVar(&c.url, "url", "", "where every caller reaches the function, with the path")
	c.addFile(command)
	flags.StringVar(&c.Name, "name", configurationName(p.kinds), "name of the configuration")
	flags.StringVar(&c.caFile, "ca-file", "", "PEM `file` for caBundle; none for a publicly trusted certificate")
	flags.BoolVar(&c.warm, "warm", false, fmt.Sprintf("an instance is always warm: timeout of %d s instead of %d s", warmSeconds, coldSeconds))
	flags.Int32Var(&c.TimeoutSeconds, "timeout-seconds", coldSeconds, "timeout of a call, 1 to 30")
	flags.BoolVar(&c.Components, "components", false, "register InterpretComponent instead of ReviseReplica for kinds that have both")
	flags.BoolVar(&c.withCRD, "with-crd", false, "print the CRDs of the kinds and the policies that propagate them first")
	addOutput(command, &c.output, "yaml", "yaml", "json")
	_ = command.MarkFlagFilename("ca-file", "pem", "crt")
	command.MarkFlagsMutuallyExclusive("warm", "timeout-seconds")
	return command
}

// configurationName is that of the first kind, so that interpreters of different kinds do not replace each other's configuration.
func configurationName(kinds []interpreter.Kind) string {
	if len(kinds) == 0 {
		return "interpreter"
	}
	return strings.ToLower(kinds[0].Kind)
}

func (c *config) run(command *cobra.Command) error {
	var err error
	if c.URL, err = c.location.read(command.InOrStdin()); err != nil {
		return err
	}
	if c.URL == "" {
		return errors.New("cannot print a configuration without a URL: want --url, --url-file or " + urlVariable)
	}
	if c.CABundle, err = readBundle(c.caFile, command.InOrStdin()); err != nil {
		return err
	}
	if c.warm {
		c.TimeoutSeconds = warmSeconds
	}
	registry, err := c.registry()
	if err != nil {
		return err
	}
	made, err := webhookconfig.New(registry, c.Options)
	if err != nil {
		return err
	}
	var first [][]byte
	if c.withCRD {
		first = definitions(registry.Kinds())
	}
	if c.output == "json" {
		return writeJSON(command.OutOrStdout(), first, made)
	}
	return writeYAML(command.OutOrStdout(), first, registry, made)
}

// definitions are the manifests that must be there before an object of a kind is.
func definitions(kinds []interpreter.Kind) [][]byte {
	var manifests [][]byte
	for _, kind := range kinds {
		for _, manifest := range [][]byte{kind.Manifests.CRD, kind.Manifests.CRDPropagation} {
			if len(manifest) > 0 {
				manifests = append(manifests, manifest)
			}
		}
	}
	return manifests
}

func writeYAML(w io.Writer, first [][]byte, registry *interpreter.Registry, made *configv1alpha1.ResourceInterpreterWebhookConfiguration) error {
	text, err := webhookconfig.YAML(registry, made)
	if err != nil {
		return err
	}
	_, err = w.Write(bytes.Join(append(first, text), []byte("---\n")))
	return err
}

// writeJSON writes one object, or a List of all.
func writeJSON(w io.Writer, first [][]byte, made *configv1alpha1.ResourceInterpreterWebhookConfiguration) error {
	if len(first) == 0 {
		return printer.Write(w, "json", made)
	}
	list := metav1.List{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "List"}}
	for _, manifest := range first {
		document, err := yaml.YAMLToJSON(manifest)
		if err != nil {
			return err
		}
		list.Items = append(list.Items, runtime.RawExtension{Raw: document})
	}
	list.Items = append(list.Items, runtime.RawExtension{Object: made})
	return printer.Write(w, "json", list)
}
