// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestTake downloads every file and gives the cases to interpret test and the configuration to interpret check.
func TestTake(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.choose("workload.example.io", "Workload")
	tab.text("#panel-description", "KindDescription")
	tab.text("#answer-InterpretDependency", "shop-settings")
	tab.click("#take summary")
	tab.click("#take-description")
	description := tab.downloaded("workload.yaml")
	tab.click("#take-cases")
	cases := tab.downloaded("workload-cases.yaml")
	tab.click("#take-configuration")
	configuration := tab.downloaded("workload-webhook-configuration.yaml")

	for file, want := range map[string]string{description: "kind: KindDescription", configuration: "url: https://interpreter.example.com/PATH_SECRET"} {
		if text := read(t, file); !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%s", file, want, text)
		}
	}
	output, err := exec.Command(binary, "test", cases).CombinedOutput()
	if err != nil || !strings.Contains(string(output), "8 passed, 0 failed") {
		t.Errorf("interpret test: %v\n%s", err, output)
	}
}

// TestConfigurationRefused shows why no configuration is made.
func TestConfigurationRefused(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.click("#take summary")
	tab.run(chromedp.SetValue(chromedp.CSS("#url"), "http://interpreter.example.com"))
	tab.silently(func() {
		tab.click("#take-configuration")
		tab.text(".said", `want scheme https, got "http"`)
	})
}

// TestLink opens a copied link in another tab: the contents come out of its fragment.
func TestLink(t *testing.T) {
	address := try(t)
	tab := open(t, address, desktop)
	tab.replaceEnd("#panel-object .cm-line >> replicas: 3", 1, "7")
	tab.text("#answer-InterpretReplica", "7 replicas")
	tab.click("#link")
	tab.text(".said", "The link is")
	link := value[string](tab, "location.href")
	if !strings.HasPrefix(link, address+"#v1.") {
		t.Fatalf("the link is %s", link)
	}
	other := open(t, link, desktop)
	other.text("#answer-InterpretReplica", "7 replicas")
	for _, request := range other.asked() {
		if strings.Contains(request, "v1.") && !strings.Contains(request, "#v1.") {
			t.Errorf("the contents were sent: %s", request)
		}
	}
}

// TestReload shows that nothing typed is lost when the page is loaded again.
func TestReload(t *testing.T) {
	tab := open(t, try(t), desktop)
	tab.replaceEnd("#panel-object .cm-line >> replicas: 3", 1, "7")
	tab.waitFor("the contents are kept", `location.hash.startsWith("#v1.")`)
	tab.run(chromedp.Reload())
	tab.text("#answer-InterpretReplica", "7 replicas")
}

// downloaded waits for a file.
func (t *tab) downloaded(name string) string {
	t.Helper()
	path := filepath.Join(t.downloads, name)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatalf("%s was not downloaded", name)
	return ""
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
