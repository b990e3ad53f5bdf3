// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/preflight"
	"workload.example.io/interpreter/internal/cli/printer"
)

type check struct {
	*program
	location
	caFile, from, kubeconfig, context, objectFile, output string
	fromCluster                                           bool
	timeoutSeconds                                        int32
	calls                                                 int
}

func newCheck(p *program) *cobra.Command {
	c := check{program: p}
	command := &cobra.Command{
		Use:   "check (URL | --url-file FILE | --from FILE | --from-cluster)",
		Short: "Examine an endpoint with the calls that Karmada makes",
		Long: `check makes exactly the calls that karmada-controller-manager and karmada-agent make and reports on name
resolution, connection, TLS, the first answer, redirects, the path and its secret, every operation with a probe
object and Karmada's own verification of the answer, the latency of warm calls against timeoutSeconds, keep-alive,
and Retry-After if the endpoint is busy. Each fault comes with its cause and the next step; what Karmada's client
only tolerates is a warning.

Run it where Karmada runs: names, routes, proxies and trusted roots are those of the machine it runs on. It makes a
few dozen calls, one after the other, and never prints the path of a URL. --url-file and the environment variable
INTERPRET_URL keep the path out of the process list, too.

--from-cluster reads the configurations through kubectl.
` + exitCodes,
		Example: `  # An endpoint with a public certificate
  interpret check https://interpreter.example.com/path

  # One with a private authority
  interpret check https://interpreter.example.com/path --ca-file ca.pem

  # What is about to be applied, and what Karmada has now
  interpret config --url https://interpreter.example.com/path | interpret check --from -
  interpret check --from-cluster --kubeconfig karmada.config`,
		Args: arguments(0, 1, "one URL at most"),
		RunE: func(command *cobra.Command, args []string) error { return c.run(command, args) },
	}
	c.addKinds(command)
	c.add(command)
	return command
}

func (c *check) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&c.caFile, "ca-file", "", "PEM `file` to trust, as caBundle does; default: the system's roots")
	flags.Int32Var(&c.timeoutSeconds, "timeout-seconds", coldSeconds, "timeout of a call, 1 to 30")
	flags.StringVar(&c.from, "from", "", "examine the webhooks of the configurations in this `file`, - for the standard input")
	flags.BoolVar(&c.fromCluster, "from-cluster", false, "examine the webhooks of the configurations in Karmada's control plane, with kubectl")
	flags.StringVar(&c.kubeconfig, "kubeconfig", "", "`file` for --from-cluster; default: kubectl's")
	flags.StringVar(&c.context, "context", "", "context of the kubeconfig; default: its current one")
	flags.StringVar(&c.objectFile, "object-file", "", "`file` with the object to send, for kinds other than the built-in ones")
	flags.IntVar(&c.calls, "calls", 50, "number of warm calls to time")
	c.addFile(command)
	addOutput(command, &c.output, "", "json", "yaml")
	command.MarkFlagsMutuallyExclusive("from", "from-cluster", "url-file")
	for _, other := range []string{"from", "from-cluster"} {
		command.MarkFlagsMutuallyExclusive("ca-file", other)
		command.MarkFlagsMutuallyExclusive("timeout-seconds", other)
	}
}

// examined is a target with its findings, for programs.
type examined struct {
	Webhook  string              `json:"webhook,omitempty"`
	URL      string              `json:"url"`
	Worst    preflight.Status    `json:"worst"`
	Findings []preflight.Finding `json:"findings"`
}

func (c *check) run(command *cobra.Command, args []string) error {
	if c.calls < 1 || c.calls > 1000 {
		return fmt.Errorf("cannot time %d calls: want 1 to 1000", c.calls)
	}
	targets, err := c.targets(command, args)
	if err != nil {
		return err
	}
	results := []examined{}
	for _, target := range targets {
		result, err := c.examine(command, target)
		if err != nil {
			return err
		}
		results = append(results, result)
	}
	if c.output != "" {
		if err := printer.Write(command.OutOrStdout(), c.output, results); err != nil {
			return err
		}
	}
	for _, result := range results {
		if result.Worst == preflight.Fail {
			return errFound
		}
	}
	return nil
}

func (c *check) examine(command *cobra.Command, target preflight.Target) (examined, error) {
	ctx, w := command.Context(), command.OutOrStdout()
	if c.output != "" {
		w = io.Discard
	}
	result := examined{Webhook: target.Name, URL: client.Redact(target.URL)}
	fmt.Fprintln(w, strings.TrimSpace(target.Name+"  "+result.URL))
	progress := newProgress(command.ErrOrStderr())
	checkup := &preflight.Checkup{Calls: c.calls, Progress: progress.show, Report: func(f preflight.Finding) {
		progress.clear()
		fmt.Fprint(w, f.Line(printer.For(w)))
	}}
	result.Findings = checkup.Examine(ctx, target)
	progress.clear()
	if errors.Is(ctx.Err(), context.Canceled) {
		return result, &client.Fault{Name: client.Interrupted, Cause: "the check was interrupted", Next: "run it again"}
	}
	result.Worst = preflight.Worst(result.Findings)
	fmt.Fprintln(w, preflight.Summary(result.Findings))
	return result, nil
}

// timeout is the option as a duration.
func (c *check) timeout() (time.Duration, error) {
	if c.timeoutSeconds < 1 || c.timeoutSeconds > 30 {
		return 0, fmt.Errorf("cannot use --timeout-seconds: want 1 to 30, got %d", c.timeoutSeconds)
	}
	return time.Duration(c.timeoutSeconds) * time.Second, nil
}
