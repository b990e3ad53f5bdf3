// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/manifest"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/version"
	"workload.example.io/interpreter/internal/webhook"
)

const exitCodes = `
Exit codes:
  0    all is well
  1    the interpreter refused, a case failed or a check found a fault
  2    the command line or a file is wrong, nothing was asked
  3    the endpoint gave no answer that Karmada would accept
  130  interrupted
`

// program is what the commands share.
type program struct {
	// kinds are those that the command line was built for and, once a command runs, those that are described.
	kinds []interpreter.Kind
	// descriptions are the files and folders of --kinds.
	descriptions []string
}

// registry returns the table of the kinds.
func (p *program) registry() (*interpreter.Registry, error) {
	return interpreter.NewRegistry(p.kinds...)
}

func newRoot(kinds []interpreter.Kind) *cobra.Command {
	p := &program{kinds: kinds}
	root := &cobra.Command{
		Use:   "interpret",
		Short: "Try, test and check resource interpreter webhooks of Karmada",
		Long: `interpret asks a resource interpreter webhook what Karmada would ask it, without Karmada:
the kinds it was built for in process, or any other webhook by its URL.
` + exitCodes,
		Example: `  # What would the function answer?
  interpret ask --operation ReviseReplica --observed-file workload.yaml --desired-replica 2

  # Is my endpoint ready for Karmada?
  interpret check https://interpreter.example.com/path --ca-file ca.pem

  # Tell Karmada about it
  interpret config --url https://interpreter.example.com/path --ca-file ca.pem | kubectl apply -f -`,
		Version:           version.String() + ", " + runtime.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(*cobra.Command, []string) error { return p.describe() },
	}
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, command.CommandPath())
	})
	root.SetVersionTemplate("interpret {{.Version}}\n")
	root.AddCommand(newInit(), newVet(), newAsk(p), newTest(p), newConfig(p), newCheck(p), newRecord(), newTry(p))
	return root
}

// arguments wants from least to most arguments, which the words name.
func arguments(least, most int, words string) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("cannot use the arguments: want %s, got %d; see %s --help", words, len(args), command.CommandPath())
		}
		return nil
	}
}

// noArguments is for a command that has flags only.
var noArguments = arguments(0, 0, "flags only")

// endpoint are the flags that name what is asked.
type endpoint struct {
	*program
	location
	caFile  string
	timeout time.Duration
}

func (e *endpoint) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&e.url, "url", "", "ask the webhook at this URL instead of the built-in kinds; http only on loopback")
	flags.StringVar(&e.caFile, "ca-file", "", "PEM `file` of the authority to trust, as caBundle does; default: the system's roots")
	flags.DurationVar(&e.timeout, "timeout", 10*time.Second, "timeout of a call, retries included, like timeoutSeconds")
	e.addFile(command)
	_ = command.MarkFlagFilename("ca-file", "pem", "crt")
}

func (e *endpoint) client(stdin io.Reader) (*client.Client, error) {
	url, err := e.location.read(stdin)
	switch {
	case err != nil:
		return nil, err
	case url == "" && e.caFile != "":
		return nil, errors.New("cannot use --ca-file without --url: the function in process has no certificate")
	case url == "":
		registry, err := e.registry()
		if err != nil {
			return nil, err
		}
		return client.InProcess(webhook.New(registry, nil)), nil
	case e.timeout <= 0:
		return nil, fmt.Errorf("cannot use --timeout: want more than 0, got %s", e.timeout)
	}
	bundle, err := readBundle(e.caFile, stdin)
	if err != nil {
		return nil, err
	}
	return client.New(url, bundle, e.timeout)
}

// readBundle returns nil for no file.
func readBundle(path string, stdin io.Reader) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	bundle, err := manifest.Read(path, stdin)
	if err == nil && !x509.NewCertPool().AppendCertsFromPEM(bundle) {
		err = fmt.Errorf("cannot use %s: want PEM certificates, got something else", manifest.Name(path))
	}
	return bundle, err
}

// addOutput adds -o with the formats.
func addOutput(command *cobra.Command, output *string, standard string, formats ...string) {
	command.Flags().StringVarP(output, "output", "o", standard, "write "+strings.Join(formats, " or ")+" for programs")
	_ = command.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	command.PreRunE = func(*cobra.Command, []string) error {
		if *output != standard && !slices.Contains(formats, *output) {
			return fmt.Errorf("cannot write format %q: want %s", *output, strings.Join(formats, " or "))
		}
		return nil
	}
}
