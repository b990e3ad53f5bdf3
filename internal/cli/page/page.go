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
	"strconv"
	"sync"

	"workload.example.io/interpreter/internal/interpreter"
)

// maxContents bounds what the page may send: objects of a few MiB and their copies.
const maxContents = 32 << 20

// Page answers for the page.
type Page struct {
	registry *interpreter.Registry
	start    Start

	mu         sync.Mutex
	latest     *function
	latestText string
}

// Start is what the page begins with.
type Start struct {
	// Examples are there to choose from.
	Examples []Example `json:"examples"`
	// Contents are those of the first example.
	Contents Contents `json:"contents"`
	// Operations are the operations of Karmada's API.
	Operations []interpreter.Operation `json:"operations"`
	// Description is the JSON Schema of a description, for completion.
	Description json.RawMessage `json:"description"`
	// Schemas are OpenAPI v3 schemas of kinds, by "apiVersion/kind", for completion.
	Schemas map[string]json.RawMessage `json:"schemas"`
}

// New returns the page for the kinds. It begins with what the person brings, or else with the example of the first kind.
func New(ctx context.Context, registry *interpreter.Registry, yours Yours) (*Page, error) {
	p := &Page{registry: registry, start: Start{
		Operations: interpreter.Operations(), Description: descriptionSchema, Schemas: map[string]json.RawMessage{}}}
	p.start.Examples = yours.examples()
	for _, source := range yours.Descriptions {
		addSchemas(p.start.Schemas, source.Data)
	}
	for _, kind := range registry.Kinds() {
		addSchemas(p.start.Schemas, kind.Manifests.CRD)
		if example, found := ofKind(kind); found {
			p.start.Examples = append(p.start.Examples, example)
		}
	}
	p.start.Examples = append(p.start.Examples, fromLibrary()...)
	var err error
	p.start.Contents, err = p.filled(ctx, p.start.Examples[0])
	return p, err
}

// Handler serves the page below the token, which must be in the path of each request.
func (p *Page) Handler(token string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", index)
	mux.Handle("GET /", http.FileServerFS(assets))
	mux.HandleFunc("GET /start", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, p.start) })
	mux.HandleFunc("GET /examples/{number}", func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.Atoi(r.PathValue("number"))
		if err != nil || number < 0 || number >= len(p.start.Examples) {
			http.NotFound(w, r)
			return
		}
		contents, err := p.filled(r.Context(), p.start.Examples[number])
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		writeJSON(w, contents)
	})
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
