// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestOtherPage lets a page of another origin, which even knows the whole URL, read, post, embed and frame: it gets nothing.
func TestOtherPage(t *testing.T) {
	address := try(t)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>other</title>"))
	}))
	t.Cleanup(other.Close)
	tab := newTab(t, desktop)
	tab.run(chromedp.Navigate(other.URL))
	tab.silently(func() {
		for name, attempt := range map[string]string{
			"read":   `fetch(URL + "start").then((r) => r.text(), () => "")`,
			"post":   `fetch(URL + "answers", { method: "POST", body: "{}" }).then((r) => r.text(), () => "")`,
			"blind":  `fetch(URL + "start", { mode: "no-cors" }).then((r) => r.text(), () => "")`,
			"script": `new Promise((done) => { const s = document.createElement("script"); s.src = URL + "app.js"; s.onload = () => done("ran"); s.onerror = () => done(""); document.head.append(s); })`,
			"frame":  `new Promise((done) => { const f = document.createElement("iframe"); f.onload = () => { try { done(f.contentDocument?.body.textContent ?? "") } catch { done("") } }; f.src = URL; document.body.append(f); })`,
		} {
			if got := value[string](tab, `(() => { const URL = "`+address+`"; return `+attempt+`; })()`); got != "" {
				t.Errorf("%s: another page got %q", name, got)
			}
		}
	})
}

// TestNoMarkup shows that what a person types, or a link brings, is never markup.
func TestNoMarkup(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.click(".member:nth-of-type(1) .name")
	tab.press(`<img src=x onerror="document.title='run'">`)
	tab.text("#picture", "<img")
	tab.replaceEnd("#panel-object .cm-line >> kind: Workload", len("Workload"), "<b>bold</b>")
	tab.text("#answer-InterpretReplica", "<b>bold</b>")
	if title := value[string](tab, "document.title"); title != "interpret try" {
		t.Errorf("a text ran as a script: %s", title)
	}
	if found := value[int](tab, `document.querySelectorAll("main img, #cards b b").length`); found > 0 {
		t.Errorf("a text became %d elements", found)
	}
}

// TestEval shows that the browser holds the page to its policy.
func TestEval(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.silently(func() {
		blocked := value[bool](tab, `new Promise((done) => {
			document.addEventListener("securitypolicyviolation", () => done(true), { once: true });
			const script = document.createElement("style");
			script.textContent = "body { display: none }";
			document.head.append(script);
			setTimeout(() => done(false), 2000);
		})`)
		if !blocked {
			t.Error("a style without the nonce was taken")
		}
	})
}

// TestToken shows that the URL without its token, or with another, shows nothing.
func TestToken(t *testing.T) {
	address, err := url.Parse(try(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/start", "/token/start"} {
		address.Path = path
		response, err := http.Get(address.String())
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: got %d, want 404", path, response.StatusCode)
		}
	}
}
