// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"workload.example.io/interpreter/internal/cli/webhookconfig"
	"workload.example.io/interpreter/internal/interpreter"
)

// Order says which file a person wants to take along.
type Order struct {
	Contents Contents `json:"contents"`
	// File is "description", "cases" or "configuration".
	File string `json:"file"`
	// URL is where Karmada will reach the function, for the configuration.
	URL string `json:"url"`
}

// File is a file to take along.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// timeoutSeconds lets an instance start from zero.
const timeoutSeconds = 10

// Take makes the file. An error says what is missing for it.
func (p *Page) Take(ctx context.Context, order Order) (File, error) {
	kind := headOf(p.converse(order.Contents).object.json).Kind
	name := strings.ToLower(kind)
	switch order.File {
	case "description":
		if order.Contents.Description == "" {
			return File{}, fmt.Errorf("cannot take a description: %s is a kind in Go", kind)
		}
		return File{Name: name + ".yaml", Text: order.Contents.Description}, nil
	case "cases":
		text, err := p.cases(ctx, order.Contents)
		return File{Name: name + "-cases.yaml", Text: text}, err
	case "configuration":
		text, err := configuration(p.function(order.Contents.Description), kind, order.URL)
		return File{Name: name + "-webhook-configuration.yaml", Text: text}, err
	}
	return File{}, fmt.Errorf("cannot make file %q: want description, cases or configuration", order.File)
}

// configuration registers the kind of the object alone.
func configuration(f *function, name, url string) (string, error) {
	if f.registry == nil {
		return "", errors.New("cannot make the configuration: the description has a mistake")
	}
	kinds := slices.DeleteFunc(f.registry.Kinds(), func(kind interpreter.Kind) bool { return kind.Kind != name })
	if len(kinds) == 0 {
		return "", fmt.Errorf("cannot make the configuration: no interpreter answers for kind %q", name)
	}
	registry, err := interpreter.NewRegistry(kinds...)
	if err != nil {
		return "", err
	}
	made, err := webhookconfig.New(registry, webhookconfig.Options{Name: strings.ToLower(name), URL: url, TimeoutSeconds: timeoutSeconds})
	if err != nil {
		return "", err
	}
	text, err := webhookconfig.YAML(registry, made)
	return string(text), err
}
