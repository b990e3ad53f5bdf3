// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/kinds/workload"
)

// nginxPropagation divides the example Workload over the push members.
//
//go:embed nginx-propagation.yaml
var nginxPropagation []byte

// next is what "up" prints last.
var next = template.Must(template.New("").Parse(`
What to type next, in the root of the repository. The function, in a terminal of its own:

  . {{.}}/interpreter.env && go run ./knative

Karmada, in another one:

  . {{.}}/env                                                 # KUBECONFIG, and karmadactl in the PATH
  karmadactl apply --server-side -f {{.}}/interpreter.yaml    # tell Karmada to ask the function
  karmadactl apply --server-side -f {{.}}/nginx.yaml          # the example, weights 2:1
  karmadactl get workloads --operation-scope all

The members have contexts of their own in {{.}}/members.config.
make -C test karmada-status shows the components, make -C test karmada-down ends them.
`))

// writeFiles writes what the commands that Next prints refer to.
func (p *Playground) writeFiles() error {
	config, err := p.WebhookConfiguration("interpreter", false)
	if err != nil {
		return err
	}
	registration, err := yaml.Marshal(config)
	if err != nil {
		return err
	}
	path := filepath.Dir(p.Karmadactl())
	return errors.Join(
		p.write("env", exports("KUBECONFIG="+p.folder.KarmadaConfig())+fmt.Sprintf("export PATH=%s:\"$PATH\"\n", quote(path))),
		p.write("interpreter.env", exports(p.interpreterEnv()...)),
		p.write("interpreter.yaml", string(registration)),
		p.write("nginx.yaml", string(workload.Kind().Manifests.Example)+string(nginxPropagation)),
	)
}

func (p *Playground) write(name, content string) error {
	return os.WriteFile(p.folder.path(name), []byte(content), 0o600)
}

// exports writes shell commands that set the variables.
func exports(variables ...string) string {
	var out strings.Builder
	for _, variable := range variables {
		name, value, _ := strings.Cut(variable, "=")
		fmt.Fprintf(&out, "export %s=%s\n", name, quote(value))
	}
	return out.String()
}

func quote(value string) string { return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'" }

// Components is the number of components that were started.
func (p *Playground) Components() int { return len(p.state.Processes) }

// Next prints what to type next.
func (p *Playground) Next(w io.Writer) error {
	folder := string(p.folder)
	if short, err := filepath.Rel(p.Repository, folder); err == nil && filepath.IsLocal(short) {
		folder = short
	}
	return next.Execute(w, folder)
}
