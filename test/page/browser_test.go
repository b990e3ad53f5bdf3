// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long the browser may take for one step on a busy machine.
const patience = 30 * time.Second

// flags keep Chromium from looking for anything outside this machine. Its sandbox does not work for root, as whom CI runs.
var flags = []chromedp.ExecAllocatorOption{
	chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Headless, chromedp.DisableGPU, chromedp.NoSandbox,
	chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
	chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
	chromedp.Flag("hide-scrollbars", true), chromedp.Flag("force-color-profile", "srgb"),
	chromedp.Flag("force-device-scale-factor", "1"), chromedp.Flag("font-render-hinting", "none"),
}

// chromium returns the context of the browser that all tests share, which starts with the first.
func chromium(t *testing.T) context.Context {
	t.Helper()
	started := startChromium()
	if started.err != nil {
		t.Fatalf("cannot start Chromium (scripts/browser-packages.sh installs it): %v", started.err)
	}
	return started.ctx
}

type started struct {
	ctx  context.Context
	stop func()
	err  error
}

var startChromium = sync.OnceValue(func() started {
	profile, err := os.MkdirTemp("", "chromium")
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), append(slices.Clone(flags), chromedp.UserDataDir(profile))...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	if err == nil {
		err = chromedp.Do(ctx)
	}
	return started{ctx: ctx, err: err, stop: func() {
		closeBrowser()
		cancel()
		_ = os.RemoveAll(profile)
	}}
})

// tab is a page in the browser.
type tab struct {
	*testing.T
	ctx       context.Context
	downloads string

	mu sync.Mutex
	// messages are what the console and the browser's log said.
	messages []string
	// requests are the URLs that were asked for.
	requests []string
}

// must returns the value of a step that must succeed.
func must[T any](t *tab, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// look is how a person looks at the page.
type look struct {
	width, height int64
	dark          bool
}

var desktop = look{width: 1280, height: 900}

// open opens the page and waits for its first answer. In the end the page must have said nothing on the console.
func open(t *testing.T, url string, look look) *tab {
	t.Helper()
	tab := newTab(t, look)
	tab.run(chromedp.Navigate(url))
	tab.waitFor("the first answer", answered(1))
	return tab
}

func newTab(t *testing.T, look look) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium(t))
	t.Cleanup(cancel)
	tab := &tab{T: t, ctx: ctx, downloads: t.TempDir()}
	if err := chromedp.Listen(ctx, tab.hear); err != nil {
		t.Fatal(err)
	}
	scheme := "light"
	if look.dark {
		scheme = "dark"
	}
	call(tab, network.Enable, network.EnableParams{})
	call(tab, log.Enable, cdp.Empty{})
	call(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: look.width, Height: look.height, DeviceScaleFactor: 1, Mobile: look.width < 600})
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	call(tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: tab.downloads})
	t.Cleanup(func() {
		for _, message := range tab.said() {
			t.Errorf("the console says: %s", message)
		}
	})
	return tab
}

// hear notes what the browser tells.
func (t *tab) hear(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch event := event.(type) {
	case *runtime.EventConsoleAPICalled:
		text := string(event.Type)
		for _, argument := range event.Args {
			text += fmt.Sprintf(" %s%s", argument.Value, argument.Description)
		}
		t.messages = append(t.messages, text)
	case *runtime.EventExceptionThrown:
		t.messages = append(t.messages, event.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		t.messages = append(t.messages, event.Entry.Text+" "+event.Entry.URL)
	case *network.EventRequestWillBeSent:
		t.requests = append(t.requests, event.Request.URL)
	}
}

func (t *tab) said() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.messages)
}

// silently does something that the browser complains about on the console, and forgets what it says: it logs every answer
// that is an error.
func (t *tab) silently(do func()) {
	t.Helper()
	do()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.messages = nil
}

func (t *tab) asked() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.requests)
}

// answered is the JavaScript for: the page has shown so many sets of answers.
func answered(times int) string {
	return fmt.Sprintf("Number(document.documentElement.dataset.answered ?? 0) >= %d", times)
}

// run takes steps that must succeed.
func (t *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.save("failed-" + filepath.Base(t.Name()) + ".png")
		t.Fatal(err)
	}
}

// call runs a command of the protocol that must succeed.
func call[P, R any](t *tab, command cdp.Command[P, R], params P) R {
	t.Helper()
	result, err := chromedp.Call(t.ctx, command, params)
	return must(t, result, err)
}

// value returns what the JavaScript expression is, or what its promise brings.
func value[T any](t *tab, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.save("failed-" + filepath.Base(t.Name()) + ".png")
		t.Fatalf("%s: %v", expression, err)
	}
	return got
}

// waitFor waits until the JavaScript expression is true. The page looks for itself, because its policy allows no eval.
func (t *tab) waitFor(what, expression string) {
	t.Helper()
	t.Logf("waiting for %s", what)
	value[bool](t, fmt.Sprintf("new Promise((done) => { const look = () => (%s) ? done(true) : setTimeout(look, 4); look(); })", expression))
}

// save writes a picture of the whole page below .cache, which git ignores.
func (t *tab) save(name string) {
	folder := filepath.Join("..", "..", ".cache", "page")
	picture, err := chromedp.Run(t.ctx, chromedp.FullScreenshot(100))
	if err != nil || os.MkdirAll(folder, 0o755) != nil {
		return
	}
	if os.WriteFile(filepath.Join(folder, name), picture, 0o644) == nil {
		t.Logf("see .cache/page/%s", name)
	}
}
