// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"context"
	"crypto/tls"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/test/karmada/apply"
)

// InterpreterName is the component's name in state and logs.
const InterpreterName = "interpreter"

// InterpreterPath is the path that Karmada calls, up to the path secret.
const InterpreterPath = "/interpreter-workload"

func (o Options) interpreter() string { return filepath.Join(o.Cache, InterpreterName) }

// BuildInterpreter builds the container's server into the cache folder.
func (o Options) BuildInterpreter(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", o.interpreter(), "./knative")
	cmd.Dir = o.Repository
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build the function's server: %w\n%s", err, out)
	}
	return nil
}

// StartInterpreter starts the function as it is served in a container, with a certificate of the playground's authority
// and a path secret, and waits until it is ready.
func (p *Playground) StartInterpreter(ctx context.Context) error {
	return p.run(ctx, component{
		name: InterpreterName, port: InterpreterName, probe: "/readyz",
		command: []string{p.interpreter()}, env: p.interpreterEnv(),
	})
}

// interpreterEnv are the settings of the function, see knative/settings.md.
func (p *Playground) interpreterEnv() []string {
	return append(p.InterpreterTLS(), fmt.Sprintf("PORT=%d", p.state.Ports[InterpreterName]), "INTERPRETER_PATH_SECRETS="+p.state.PathSecret)
}

// InterpreterTLS are the settings that name the function's certificate, which the authority of the clusters signed.
func (p *Playground) InterpreterTLS() []string {
	return []string{"TLS_CERT_FILE=" + p.folder.pki("interpreter.crt"), "TLS_KEY_FILE=" + p.folder.pki("interpreter.key")}
}

// InterpreterURL is where Karmada and its agents call the function, with the path secret.
func (p *Playground) InterpreterURL() string {
	return p.url(InterpreterName) + InterpreterPath + "/" + p.state.PathSecret
}

// WebhookConfiguration is the generated configuration that tells Karmada to ask the function of this playground.
func (p *Playground) WebhookConfiguration(name string, components bool) (*configv1alpha1.ResourceInterpreterWebhookConfiguration, error) {
	authority, err := os.ReadFile(p.folder.pki("ca.crt"))
	if err != nil {
		return nil, err
	}
	return webhookconfig.New(interpreter.MustRegistry(app.Kinds()...), webhookconfig.Options{
		Name: name, URL: p.InterpreterURL(), CABundle: authority, TimeoutSeconds: 10, Components: components,
	})
}

// Register applies a configuration to Karmada.
func (p *Playground) Register(ctx context.Context, config *configv1alpha1.ResourceInterpreterWebhookConfiguration) error {
	applier, err := apply.New(p.Karmada())
	if err != nil {
		return err
	}
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(config)
	if err != nil {
		return err
	}
	return applier.Apply(ctx, &unstructured.Unstructured{Object: object})
}

// ServerCertificate is a certificate for a server on loopback and the authority that its clients have to trust.
func (p *Playground) ServerCertificate() (server *tls.Config, authority []byte, err error) {
	pair, err := tls.LoadX509KeyPair(p.folder.pki("interpreter.crt"), p.folder.pki("interpreter.key"))
	if err != nil {
		return nil, nil, err
	}
	authority, err = os.ReadFile(p.folder.pki("ca.crt"))
	return &tls.Config{Certificates: []tls.Certificate{pair}}, authority, err
}
