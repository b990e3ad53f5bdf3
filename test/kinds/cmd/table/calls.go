// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"workload.example.io/interpreter/internal/app"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/test/kinds/library"
)

// callTable sends every recorded call about a Workload through the handler, to the kind as it is described and to the
// one in Go.
func callTable(registry *interpreter.Registry, folder string, runs int) (string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("cannot find recorded calls in %s", folder)
	}
	if err != nil {
		return "", err
	}
	var described, native samples
	handlers := []http.Handler{library.Handler(registry), library.Handler(interpreter.MustRegistry(app.Kinds()...))}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return "", err
		}
		for _, file := range archive.Files {
			if file.Name != "request.json" {
				continue
			}
			for i, into := range []*samples{&described, &native} {
				into.add(measure(runs, func() { serve(handlers[i], file.Data) }))
			}
		}
	}
	var text strings.Builder
	fmt.Fprintln(&text, "| a recorded call about a Workload, through the handler | median, mean, worst (us) | allocations |")
	fmt.Fprintln(&text, "|---|---|---|")
	fmt.Fprintf(&text, "| described (%d calls) | %s | %.0f |\n", len(described.times), &described, described.meanAllocations())
	fmt.Fprintf(&text, "| in Go | %s | %.0f |\n", &native, native.meanAllocations())
	return text.String(), nil
}

func serve(handler http.Handler, body []byte) {
	handler.ServeHTTP(discard{http.Header{}}, &http.Request{Method: http.MethodPost, ProtoMajor: 1, ContentLength: int64(len(body)),
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body))})
}

// discard is a response writer that keeps nothing.
type discard struct{ header http.Header }

func (d discard) Header() http.Header            { return d.header }
func (d discard) Write(text []byte) (int, error) { return len(text), nil }
func (d discard) WriteHeader(int)                {}
