// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package page is a page for the browser on which a person tries interpreters: it shows what Karmada would be answered
// about an object, and what it makes of the answers, while the object is edited.
//
// Nothing is interpreted in the browser. Each edit is sent to the server, which puts every question that Karmada would
// put to the function's own handler, in process. The page is embedded and loads nothing from elsewhere. Its server is
// for the loopback interface; it answers only the page itself, which is known by a token in the path of the URL.
//
// The sources of the page are in web, the bundle that is made of them is in bundle.
package page

import (
	"context"
	"encoding/json"
	"net/http"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
)

// maxContents bounds what the page may send: objects of a few MiB and their copies.
const maxContents = 32 << 20

// Page answers for the page.
type Page struct {
	registry *interpreter.Registry
	start    Start
}

// Start is what the page begins with.
type Start struct {
	// Examples are there to choose from. The page begins with the first one.
	Examples []Example `json:"examples"`
	// Operations are the operations of Karmada's API.
	Operations []interpreter.Operation `json:"operations"`
	// Schemas are OpenAPI v3 schemas of kinds, by "apiVersion/kind", for completion.
	Schemas map[string]json.RawMessage `json:"schemas"`
}

// New returns the page for the kinds. The first object, which may be nil, is what the page begins with instead of the
// example of the first kind.
func New(ctx context.Context, registry *interpreter.Registry, first []byte) (*Page, error) {
	p := &Page{registry: registry, start: Start{Operations: interpreter.Operations(), Schemas: map[string]json.RawMessage{}}}
	if first != nil {
		contents, err := contentsOf(first, nil)
		if err != nil {
			return nil, err
		}
		p.start.Examples = append(p.start.Examples, Example{Name: "Your file", Contents: contents})
	}
	for _, kind := range registry.Kinds() {
		addSchemas(p.start.Schemas, kind.Manifests.CRD)
		example, found, err := exampleOf(kind)
		if err != nil {
			return nil, err
		}
		if found {
			p.start.Examples = append(p.start.Examples, example)
		}
	}
	for i := range p.start.Examples {
		p.fillIn(ctx, &p.start.Examples[i].Contents)
	}
	return p, nil
}

// fillIn makes the statuses of an example's members from the function's own answers.
func (p *Page) fillIn(ctx context.Context, contents *Contents) {
	c := p.converse(*contents)
	answers := p.Answer(ctx, *contents)
	there := c.one(ctx, client.Input{Operation: configv1alpha1.InterpreterOperationInterpretReplica, Object: c.member.json}, c.member)
	_, replicas := divided(there)
	report(contents, answers.Rollout, replicas, statusOf(c.member.json))
}

// Handler serves the page below the token, which must be in the path of each request.
func (p *Page) Handler(token string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", index)
	mux.Handle("GET /", http.FileServerFS(assets))
	mux.HandleFunc("GET /start", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, p.start) })
	mux.HandleFunc("POST /answers", func(w http.ResponseWriter, r *http.Request) {
		var contents Contents
		if readJSON(w, r, &contents) {
			writeJSON(w, p.Answer(r.Context(), contents))
		}
	})
	mux.HandleFunc("POST /take", func(w http.ResponseWriter, r *http.Request) {
		var order Order
		if !readJSON(w, r, &order) {
			return
		}
		file, err := p.Take(r.Context(), order)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		writeJSON(w, file)
	})
	return guard(token, mux)
}

func readJSON(w http.ResponseWriter, r *http.Request, v any) bool {
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxContents)).Decode(v); err != nil {
		http.Error(w, "cannot read the contents of the page", http.StatusBadRequest)
		return false
	}
	return true
}

func writeJSON(w http.ResponseWriter, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "cannot encode the answer", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}
