// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/manifest"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/cli/testcase"
)

type ask struct {
	endpoint
	operation, desiredFile, observedFile, statusFile, output string
	desiredReplica                                           int32
}

func newAsk(p *program) *cobra.Command {
	a := ask{endpoint: endpoint{program: p}}
	command := &cobra.Command{
		Use:   "ask --operation OPERATION (--desired-file FILE | --observed-file FILE)",
		Short: "Ask one operation about an object and show the answer",
		Long: `ask sends one operation about an object, as Karmada would, and shows the answer: a patch as a diff of the
object, lists as tables, everything else as YAML. The flags are those of karmadactl interpret. Files hold one YAML
or JSON object each; "-" is the standard input.

With -o the answer is written for programs; its "output" can be copied into a case of interpret test.

An answer is accepted if Karmada's own client accepts it. What that client only tolerates, such as a Content-Type other
than application/json, is shown as "tolerated" with the next step.
` + exitCodes,
		Example: `  # How many replicas, and what does each require?
  interpret ask --operation InterpretReplica --observed-file workload.yaml

  # What does Karmada send to a member that gets 2 replicas?
  interpret ask --operation ReviseReplica --observed-file workload.yaml --desired-replica 2

  # What stays as it is in the member?
  interpret ask --operation Retain --desired-file desired.yaml --observed-file observed.yaml

  # What is the status over all members? (status.yaml: one AggregatedStatusItem per document)
  interpret ask --operation AggregateStatus --observed-file workload.yaml --status-file status.yaml

  # The same from a running function, as JSON
  interpret ask --operation InterpretHealth --observed-file workload.yaml --url http://127.0.0.1:8080/ -o json`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error { return a.run(command) },
	}
	a.endpoint.add(command)
	a.addKinds(command)
	flags := command.Flags()
	flags.StringVar(&a.operation, "operation", "", "one of "+strings.Join(client.OperationNames(), ", "))
	flags.StringVar(&a.desiredFile, "desired-file", "", "`file` with the object as it should be")
	flags.StringVar(&a.observedFile, "observed-file", "", "`file` with the object as it is in a cluster")
	flags.StringVar(&a.statusFile, "status-file", "", "`file` with the statuses in the members, one AggregatedStatusItem per document")
	flags.Int32Var(&a.desiredReplica, "desired-replica", 0, "number of replicas that ReviseReplica should set, which it needs")
	addOutput(command, &a.output, "", "json", "yaml")
	_ = command.MarkFlagRequired("operation")
	_ = command.RegisterFlagCompletionFunc("operation", cobra.FixedCompletions(client.OperationNames(), cobra.ShellCompDirectiveNoFileComp))
	return command
}

func (a *ask) run(command *cobra.Command) error {
	input, err := a.input(command.InOrStdin(), command.Flags().Changed("desired-replica"))
	if err != nil {
		return err
	}
	request, err := input.Request()
	if err != nil {
		return err
	}
	endpoint, err := a.client(command.InOrStdin())
	if err != nil {
		return err
	}
	progress := newProgress(command.ErrOrStderr())
	progress.show("waiting for the answer")
	response, err := endpoint.Ask(command.Context(), request)
	progress.clear()
	if err != nil {
		return err
	}
	if err := a.show(command.OutOrStdout(), request, response); err != nil {
		return err
	}
	if !response.Successful {
		return errFound
	}
	return nil
}

func (a *ask) show(w io.Writer, request *configv1alpha1.ResourceInterpreterRequest, response *client.Response) error {
	if a.output != "" {
		result, err := printer.NewResult(request, response)
		if err != nil {
			return unusable(err)
		}
		return printer.Write(w, a.output, result)
	}
	text, err := printer.For(w).Answer(request, response)
	if err != nil {
		return unusable(err)
	}
	_, err = io.WriteString(w, text)
	return err
}

// unusable is an answer that passes Karmada's verification and then fails in Karmada: a patch that does not apply.
func unusable(err error) error {
	return &client.Fault{Name: client.InvalidAnswer, Cause: "Karmada cannot use the answer: " + err.Error(),
		Next: "patch with operations that apply to the object of the request"}
}

// input puts the files together by the rules of karmadactl interpret.
func (a *ask) input(stdin io.Reader, replicasGiven bool) (in client.Input, err error) {
	in.Replicas = a.desiredReplica
	if in.Operation, err = client.Operation(a.operation); err != nil {
		return in, err
	}
	if err := a.checkFiles(in.Operation); err != nil {
		return in, err
	}
	if in.Operation == configv1alpha1.InterpreterOperationReviseReplica && !replicasGiven {
		return in, errors.New("cannot ask ReviseReplica: want --desired-replica")
	}
	if in.Operation == configv1alpha1.InterpreterOperationRetain {
		if in.Observed, err = manifest.Object(a.observedFile, stdin); err != nil {
			return in, err
		}
		in.Object, err = manifest.Object(a.desiredFile, stdin)
		return in, err
	}
	if in.Object, err = manifest.Object(a.desiredFile+a.observedFile, stdin); err != nil {
		return in, err
	}
	in.Statuses, err = readStatuses(a.statusFile, stdin)
	return in, err
}

func (a *ask) checkFiles(operation configv1alpha1.InterpreterOperation) error {
	desired, observed, status := a.desiredFile != "", a.observedFile != "", a.statusFile != ""
	dashes := 0
	for _, path := range []string{a.desiredFile, a.observedFile, a.statusFile, a.location.file} {
		if path == manifest.Stdin {
			dashes++
		}
	}
	switch {
	case operation == configv1alpha1.InterpreterOperationRetain && (!desired || !observed):
		return errors.New("cannot ask Retain: want --desired-file and --observed-file")
	case operation != configv1alpha1.InterpreterOperationRetain && desired == observed:
		return fmt.Errorf("cannot ask %s: want either --desired-file or --observed-file", operation)
	case operation != configv1alpha1.InterpreterOperationAggregateStatus && status:
		return fmt.Errorf("cannot ask %s with --status-file: only AggregateStatus reads it", operation)
	case dashes > 1:
		return errors.New(`cannot read two files from the standard input: want "-" once`)
	}
	return nil
}

func readStatuses(path string, stdin io.Reader) ([]workv1alpha2.AggregatedStatusItem, error) {
	if path == "" {
		return nil, nil
	}
	data, err := manifest.Read(path, stdin)
	if err != nil {
		return nil, err
	}
	return testcase.Statuses(manifest.Name(path), data)
}
