// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
)

//go:embed bundle
var bundle embed.FS

// assets are the files of the page as make generate made them.
var assets, _ = fs.Sub(bundle, "bundle")

// document is the page, which takes the nonce of its style.
var document = template.Must(template.ParseFS(bundle, "bundle/index.html"))

// index serves the page with a nonce of its own, which the editors need for the style that they make.
func index(w http.ResponseWriter, _ *http.Request) {
	nonce := NewToken()
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy(nonce))
	_ = document.Execute(w, nonce)
}
