// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/infer"
	"workload.example.io/interpreter/internal/cli/kubectl"
	"workload.example.io/interpreter/internal/cli/manifest"
)

type start struct {
	kubectl.Cluster
	crd, crdName, kind, version, example, folder string
}

func newInit() *cobra.Command {
	s := &start{}
	command := &cobra.Command{
		Use:   "init (--crd FILE | --crd-name NAME) [--example FILE] [-o DIR]",
		Short: "Draft a description of a kind from its CRD",
		Long: `init proposes how Karmada should interpret a kind, from what its CustomResourceDefinition says: replicas and their default
from the scale subresource and the schema, pod templates wherever the schema has one, also in lists and maps, Secrets,
ConfigMaps, service accounts and claims in fields with well-known names, counts and conditions of the status, and phases.

Each line of the description says what it was inferred from. What only a person can know is marked "decide:", on a line
that is a proposal or in place of one. What is proposed is not right before somebody has read it.

With -o it writes three files and overwrites none: DIR/kinds/KIND.yaml, the description; DIR/examples/KIND.yaml, an
object with made-up values, or that of --example; DIR/cases/KIND.yaml, what the description answers about the example, for
interpret test. Without -o it prints the description.
` + exitCodes,
		Example: `  # Look at the proposal for a kind
  interpret init --crd clonesets.yaml

  # Begin with files, from a CRD that a cluster has
  interpret init --crd-name clonesets.apps.kruise.io --context member1 -o interpreters
  interpret vet --kinds interpreters/kinds
  interpret test --kinds interpreters/kinds interpreters/cases`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command) },
	}
	flags := command.Flags()
	flags.StringVar(&s.crd, "crd", "", "`file` with the CustomResourceDefinition, - for the standard input")
	flags.StringVar(&s.crdName, "crd-name", "", "`name` of a CustomResourceDefinition in a cluster, which is read with kubectl")
	flags.StringVar(&s.Kubeconfig, "kubeconfig", "", "`file` for --crd-name; default: kubectl's")
	flags.StringVar(&s.Context, "context", "", "context of the kubeconfig; default: its current one")
	flags.StringVar(&s.kind, "kind", "", "which kind, where the file defines several")
	flags.StringVar(&s.version, "version", "", "which version of the kind; default: the one that is stored")
	flags.StringVar(&s.example, "example", "", "`file` with an object of the kind; a status that it has is that of a member")
	flags.StringVarP(&s.folder, "output-dir", "o", "", "`folder` for the files; default: print the description")
	command.MarkFlagsOneRequired("crd", "crd-name")
	command.MarkFlagsMutuallyExclusive("crd", "crd-name")
	_ = command.MarkFlagFilename("crd", "yaml", "yml", "json")
	_ = command.MarkFlagFilename("example", "yaml", "yml", "json")
	_ = command.MarkFlagDirname("output-dir")
	return command
}

func (s *start) run(command *cobra.Command) error {
	definition, err := s.definition(command)
	if err != nil {
		return err
	}
	object, member, err := s.objects(command.InOrStdin(), definition)
	if err != nil {
		return err
	}
	proposal := infer.Propose(definition)
	description := proposal.YAML()
	// Making the cases compiles the description and asks it, so nothing is handed over that does not work.
	cases, err := definition.Cases(command.Context(), definition.Kind+".yaml", description, object, member)
	if err != nil {
		return err
	}
	w := command.OutOrStdout()
	if s.folder == "" {
		_, err := w.Write(description)
		return err
	}
	example, err := yaml.Marshal(object)
	if err != nil {
		return err
	}
	files := []file{{s.path("kinds", definition), description}, {s.path("examples", definition), s.comment(example)}, {s.path("cases", definition), cases}}
	if err := write(w, files); err != nil {
		return err
	}
	fmt.Fprintf(w, "Open decisions: %d. Read %s and settle what is marked \"decide:\", then\n  interpret vet --kinds %s%s\n  interpret test --kinds %s %s\n",
		proposal.Decisions(), files[0].path, files[0].path, s.crds(), files[0].path, files[2].path)
	return nil
}

// definition reads the CRD and chooses one.
func (s *start) definition(command *cobra.Command) (*infer.Definition, error) {
	name, data, err := s.read(command.Context(), command.InOrStdin())
	if err != nil {
		return nil, err
	}
	documents, err := manifest.Documents(name, data)
	if err != nil {
		return nil, err
	}
	definitions, err := infer.Read(documents, s.version)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var kinds []string
	var chosen []*infer.Definition
	for _, definition := range definitions {
		kinds = append(kinds, definition.Kind)
		if s.kind == "" || definition.Kind == s.kind {
			chosen = append(chosen, definition)
		}
	}
	switch {
	case len(kinds) == 0:
		return nil, fmt.Errorf("cannot use %s: want a CustomResourceDefinition, got none", name)
	case len(chosen) == 1:
		return chosen[0], nil
	}
	return nil, fmt.Errorf("cannot choose a kind of %s: want --kind with one of %s", name, strings.Join(kinds, ", "))
}

func (s *start) read(ctx context.Context, stdin io.Reader) (name string, data []byte, err error) {
	if s.crdName == "" {
		if s.Kubeconfig != "" || s.Context != "" {
			return "", nil, errors.New("cannot use --kubeconfig and --context without --crd-name")
		}
		data, err = manifest.Read(s.crd, stdin)
		return manifest.Name(s.crd), data, err
	}
	data, err = s.Get(ctx, "save the CustomResourceDefinition and use --crd FILE", "is the kind installed in this cluster?",
		"customresourcedefinitions.apiextensions.k8s.io", s.crdName)
	return "the cluster", data, err
}

// objects are the example and the example as it may stand in a member.
func (s *start) objects(stdin io.Reader, definition *infer.Definition) (object, member map[string]any, err error) {
	if s.example == "" {
		object = definition.Example()
		return object, definition.Member(object), nil
	}
	if s.example == manifest.Stdin && s.crd == manifest.Stdin {
		return nil, nil, errors.New(`cannot read two files from the standard input: want "-" once`)
	}
	data, err := manifest.Object(s.example, stdin)
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, nil, err
	}
	group, _, _ := strings.Cut(fmt.Sprint(object["apiVersion"]), "/")
	if object["kind"] != definition.Kind || group != definition.Group {
		return nil, nil, fmt.Errorf("cannot use %s: want a %s of %s, got another kind", manifest.Name(s.example), definition.Kind, definition.Group)
	}
	member = definition.Member(object)
	if status, ok := object["status"]; ok {
		member["status"] = status
		delete(object, "status")
	}
	return object, member, nil
}

// comment says that the values of an example are made up.
func (s *start) comment(example []byte) []byte {
	if s.example != "" {
		return example
	}
	return append([]byte("# decide: the values are made up from the schema, the kind's controller may want others\n"), example...)
}

func (s *start) path(folder string, definition *infer.Definition) string {
	return filepath.Join(s.folder, folder, definition.Kind+".yaml")
}

// crds is the option of vet that checks against the CRD, if it is in a file.
func (s *start) crds() string {
	if s.crd == "" || s.crd == manifest.Stdin {
		return ""
	}
	return " --crds " + s.crd
}

type file struct {
	path string
	data []byte
}

// write writes all files or, if one of them is there, none.
func write(w io.Writer, files []file) error {
	for _, f := range files {
		if _, err := os.Lstat(f.path); err == nil {
			return fmt.Errorf("cannot write %s: it is already there", f.path)
		}
	}
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
			return fmt.Errorf("cannot write %s: %w", f.path, err)
		}
		if err := os.WriteFile(f.path, f.data, 0o644); err != nil {
			return fmt.Errorf("cannot write %s: %w", f.path, err)
		}
		fmt.Fprintf(w, "wrote %s\n", f.path)
	}
	return nil
}
