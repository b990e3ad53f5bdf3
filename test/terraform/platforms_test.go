// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

var fence = regexp.MustCompile("(?ms)^```[a-z]*\n// (handle\\.go|go\\.mod)\n(.*?)^```$")

// funcMain stands for the main that Knative's func adds around Handle.
const funcMain = `package main

import (
	"log"
	"net/http"
	"os"

	"function"
)

func main() { log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(function.Handle))) }
`

// TestFuncLayout builds the files in docs/platforms/knative-func.md and asks them the recorded calls.
func TestFuncLayout(t *testing.T) {
	source := t.TempDir()
	for _, m := range fence.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/platforms/knative-func.md")), -1) {
		write(t, filepath.Join(source, m[1]), m[2])
	}
	for _, name := range []string{"go.mod", "go.sum", "function", "internal"} {
		write(t, filepath.Join(source, "interpreter/.keep"), "")
		command(t, "", nil, "cp", "-r", filepath.Join(root, name), filepath.Join(source, "interpreter"))
	}
	write(t, filepath.Join(source, "cmd/main.go"), funcMain)
	command(t, source, []string{"GOFLAGS=-mod=mod", "GOWORK=off"}, "go", "mod", "tidy")
	binary := filepath.Join(t.TempDir(), "func")
	command(t, source, []string{"GOWORK=off"}, "go", "build", "-o", binary, "./cmd")
	askAll(t, start(t, binary, "INTERPRETER_PATH_SECRETS="+secret+","+other))
}

// setting is what a platform's configuration gives the container.
type setting struct {
	environment map[string]string
	port, probe string
}

// TestPlatformSettings runs the container with what other platforms' configurations give it and asks the recorded calls.
func TestPlatformSettings(t *testing.T) {
	w := newWorkspace(t)
	binary := filepath.Join(t.TempDir(), "knative")
	command(t, root, []string{"CGO_ENABLED=0"}, "go", "build", "-o", binary, "./knative")
	for name, s := range map[string]setting{"AWS Lambda": w.lambdaSetting(t), "Function Compute": functionComputeSetting(t)} {
		t.Run(name, func(t *testing.T) {
			if s.environment["PORT"] != s.port {
				t.Errorf("the platform calls port %s, and the container listens on %s", s.port, s.environment["PORT"])
			}
			if s.environment["INTERPRETER_SECRET_REQUIRED"] != "true" {
				t.Error("a lost path secret would open the function to everybody")
			}
			if _, there := s.environment["INTERPRETER_PATH_SECRETS"]; !there {
				t.Error("there is no path secret")
			}
			var environment []string
			for key, value := range s.environment {
				environment = append(environment, key+"="+value)
			}
			p := start(t, binary, append(environment, "INTERPRETER_PATH_SECRETS="+secret+","+other)...)
			response, err := http.Get(p.url(s.probe))
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("probe %s: status %d", s.probe, response.StatusCode)
			}
			askAll(t, p)
		})
	}
}

// lambdaSetting is that of terraform/examples/aws-lambda.
func (w *workspace) lambdaSetting(t *testing.T) setting {
	t.Helper()
	const module = "examples/aws-lambda"
	w.init(t, module)
	image := "123456789012.dkr.ecr.eu-central-1.amazonaws.com/interpreter@sha256:" + strings.Repeat("0", 64)
	for _, r := range w.plan(t, module, map[string]string{"image": image}) {
		if r.Type != "aws_lambda_function" {
			continue
		}
		s := setting{environment: map[string]string{"INTERPRETER_PATH_SECRETS": ""}} // drawn by the apply
		// A map of which one value is not known yet is not known at all, so the values are read from the source.
		for _, m := range assignment.FindAllStringSubmatch(read(t, filepath.Join(w.module(module), "main.tf")), -1) {
			s.environment[m[1]] = m[2]
		}
		s.port, s.probe = s.environment["AWS_LWA_PORT"], s.environment["AWS_LWA_READINESS_CHECK_PATH"]
		return s
	}
	t.Fatal("there is no function in the plan")
	return setting{}
}

var (
	assignment = regexp.MustCompile(`(?m)^\s+([A-Z_]+)\s+= "([^"]*)"$`)
	yamlFence  = regexp.MustCompile("(?ms)^```yaml\n(edition: .*?)^```$")
)

// functionComputeSetting is that of s.yaml in docs/platforms/alibaba-cloud.md.
func functionComputeSetting(t *testing.T) setting {
	t.Helper()
	page := read(t, filepath.Join(root, "docs/platforms/alibaba-cloud.md"))
	m := yamlFence.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("there is no s.yaml in docs/platforms/alibaba-cloud.md")
	}
	var document struct {
		Resources struct {
			Interpreter struct {
				Props struct {
					EnvironmentVariables  map[string]string
					CustomContainerConfig struct {
						Port              int
						HealthCheckConfig struct{ HTTPGetURL string }
					}
				}
			}
		}
	}
	if err := yaml.Unmarshal([]byte(m[1]), &document); err != nil {
		t.Fatal(err)
	}
	props := document.Resources.Interpreter.Props
	container := props.CustomContainerConfig
	return setting{props.EnvironmentVariables, fmt.Sprint(container.Port), container.HealthCheckConfig.HTTPGetURL}
}
