// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command schemaprovider is a Terraform provider that knows its schema and nothing more, so that `terraform validate`
// and `terraform test` with mocked providers work without a provider registry.
//
// It is google, archive, ko or another one depending on the name it is started under
// (terraform-provider-<name>_v<version>), and serves the schema in schemas/*/<name>.json. Beyond the types, which
// Terraform checks itself, it refuses values outside a documented enumeration. It plans, so that a test can read the
// whole plan of a new project, and applies nothing: tests that apply mock it. The one thing it really makes is
// archive_file with source blocks, because that needs no service: the zip it writes is what a test can build.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
)

func main() {
	if err := run(filepath.Base(os.Args[0])); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(executable string) error {
	name, found := strings.CutPrefix(executable, "terraform-provider-")
	if !found {
		return fmt.Errorf("cannot tell which provider to be: want a name like terraform-provider-google_v6.50.0, got %s", executable)
	}
	name, _, _ = strings.Cut(name, "_")
	schemas, err := load(name)
	if err != nil {
		return err
	}
	return tf5server.Serve(name, func() tfprotov5.ProviderServer { return &server{name: name, schemas: schemas} })
}

// server answers what Terraform asks of a mocked provider. The embedded interface is nil: a call of any other method
// ends the provider, which Terraform reports with the method's name.
type server struct {
	tfprotov5.ProviderServer
	name    string
	schemas *schemas
}

func (s *server) GetProviderSchema(context.Context, *tfprotov5.GetProviderSchemaRequest) (*tfprotov5.GetProviderSchemaResponse, error) {
	return &tfprotov5.GetProviderSchemaResponse{
		Provider:        s.schemas.provider.schema(),
		ResourceSchemas: toSchemas(s.schemas.resources),
	}, nil
}

func toSchemas(blocks map[string]*block) map[string]*tfprotov5.Schema {
	out := make(map[string]*tfprotov5.Schema, len(blocks))
	for name, b := range blocks {
		out[name] = b.schema()
	}
	return out
}

func (*server) GetResourceIdentitySchemas(context.Context, *tfprotov5.GetResourceIdentitySchemasRequest) (*tfprotov5.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov5.GetResourceIdentitySchemasResponse{}, nil
}

func (*server) PrepareProviderConfig(_ context.Context, r *tfprotov5.PrepareProviderConfigRequest) (*tfprotov5.PrepareProviderConfigResponse, error) {
	return &tfprotov5.PrepareProviderConfigResponse{PreparedConfig: r.Config}, nil
}

func (*server) ConfigureProvider(context.Context, *tfprotov5.ConfigureProviderRequest) (*tfprotov5.ConfigureProviderResponse, error) {
	return &tfprotov5.ConfigureProviderResponse{}, nil
}

func (*server) StopProvider(context.Context, *tfprotov5.StopProviderRequest) (*tfprotov5.StopProviderResponse, error) {
	return &tfprotov5.StopProviderResponse{}, nil
}

func (s *server) ValidateResourceTypeConfig(_ context.Context, r *tfprotov5.ValidateResourceTypeConfigRequest) (*tfprotov5.ValidateResourceTypeConfigResponse, error) {
	return &tfprotov5.ValidateResourceTypeConfigResponse{Diagnostics: s.schemas.resources[r.TypeName].validate(r.Config)}, nil
}

func failure(at *path, summary, detail string) []*tfprotov5.Diagnostic {
	return []*tfprotov5.Diagnostic{{
		Severity: tfprotov5.DiagnosticSeverityError, Summary: summary, Detail: detail, Attribute: at,
	}}
}
