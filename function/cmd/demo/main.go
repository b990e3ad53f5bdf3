// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command demo starts the function through the Functions Framework on a free loopback port, asks it every operation
// about the nginx Workload over HTTP and prints request and answer. It exits 0 only if all were answered.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/GoogleCloudPlatform/functions-framework-go/funcframework"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/function"
	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/printer"
	"workload.example.io/interpreter/internal/kinds/workload"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "demo: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	address, err := serve(ctx)
	if err != nil {
		return err
	}
	object, err := yaml.YAMLToJSON(workload.Kind().Manifests.Example)
	if err != nil {
		return fmt.Errorf("cannot read the example: %w", err)
	}
	example, err := yaml.JSONToYAML(object)
	if err != nil {
		return fmt.Errorf("cannot show the example: %w", err)
	}
	endpoint, err := client.New("http://"+address+"/interpreter-workload", nil, client.DefaultTimeout)
	if err != nil {
		return err
	}
	fmt.Printf("The function runs on http://%s. Karmada would ask it about this Workload:\n\n%s", address, indent(string(example)))
	for i, q := range questions() {
		fmt.Printf("\n%d. %s: %s\n", i+1, q.operation, q.text)
		if err := ask(ctx, endpoint, object, q); err != nil {
			return fmt.Errorf("%s: %w", q.operation, err)
		}
	}
	fmt.Printf("\nAll %d operations were answered.\n", len(questions()))
	return nil
}

// ask sends one request and prints what came back.
func ask(ctx context.Context, endpoint *client.Client, object []byte, q question) error {
	request, err := q.request(object)
	if err != nil {
		return err
	}
	response, err := endpoint.Ask(ctx, request)
	if err != nil {
		return err
	}
	text, err := printer.Style{}.Answer(request, response)
	if err != nil {
		return err
	}
	fmt.Print(indent(text))
	if !response.Successful {
		return fmt.Errorf("want an answer, got a refusal")
	}
	return nil
}

// serve starts the function and returns its address once it accepts connections.
func serve(ctx context.Context) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("cannot find a free port: %w", err)
	}
	address := listener.Addr().String()
	host, port, _ := net.SplitHostPort(address)
	if err := listener.Close(); err != nil {
		return "", err
	}
	for name, value := range map[string]string{"FUNCTION_TARGET": function.Name, "LOG_LEVEL": "off"} {
		if err := os.Setenv(name, value); err != nil {
			return "", err
		}
	}
	stopped := make(chan error, 1)
	go func() { stopped <- funcframework.StartHostPort(host, port) }()
	for {
		connection, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return address, connection.Close()
		}
		select {
		case err := <-stopped:
			return "", fmt.Errorf("cannot start the function: %w", err)
		case <-ctx.Done():
			return "", fmt.Errorf("cannot reach the function: %w", ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}
