// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"workload.example.io/interpreter/internal/cli/webhooktest"
)

// transcripts are the console blocks of Markdown files, each below a comment with its name.
type transcripts struct {
	mu    sync.Mutex
	texts map[string]string // by path
	used  map[string]bool
}

var transcriptBlock = regexp.MustCompile("(?s)<!-- transcript: ([a-z0-9-]+) -->\n```console\n(.*?)```\n")

func newTranscripts(t *testing.T, paths ...string) *transcripts {
	t.Helper()
	d := &transcripts{texts: map[string]string{}, used: map[string]bool{}}
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(absolute)
		if err != nil {
			t.Fatal(err)
		}
		d.texts[absolute] = string(text)
	}
	return d
}

// command runs interpret and compares, or records, what a person would see.
func (d *transcripts) command(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: transcript NAME ARGS...")
	}
	name, args := args[0], args[1:]
	err := ts.Exec("interpret", args...)
	if (err != nil) != neg {
		ts.Fatalf("interpret %s: %v", strings.Join(args, " "), err)
	}
	got := "$ interpret " + commandLine(args) + "\n" + ts.ReadFile("stdout") + ts.ReadFile("stderr")
	got = ports.ReplaceAllString(strings.ReplaceAll(got, webhooktest.Secret, "SECRET"), "127.0.0.1:8443")
	d.mu.Lock()
	defer d.mu.Unlock()
	d.used[name] = true
	for path, text := range d.texts {
		for _, block := range transcriptBlock.FindAllStringSubmatch(text, -1) {
			if block[1] == name {
				d.compare(ts, path, block, got)
				return
			}
		}
	}
	ts.Fatalf("no README.md has a transcript %s", name)
}

// compare compares a block of a file, which is its whole text, its name and its lines, with what was got.
func (d *transcripts) compare(ts *testscript.TestScript, path string, block []string, got string) {
	diff := cmp.Diff(stable(block[2]), stable(got))
	if diff == "" {
		return
	}
	if !*update {
		ts.Fatalf("%s differs in transcript %s (-README +got; -update rewrites it)\n%s", path, block[1], diff)
	}
	written := fmt.Sprintf("<!-- transcript: %s -->\n```console\n%s```\n", block[1], got)
	d.texts[path] = strings.Replace(d.texts[path], block[0], written, 1)
}

// finish finds transcripts that no script makes, and writes the files if that was asked for.
func (d *transcripts) finish(t *testing.T) {
	for path, text := range d.texts {
		for _, block := range transcriptBlock.FindAllStringSubmatch(text, -1) {
			if !d.used[block[1]] && !t.Failed() {
				t.Errorf("%s has a transcript %s that no script makes", path, block[1])
			}
		}
		if !*update {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	ports   = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	numbers = regexp.MustCompile(`\d+(\.\d+)?(ns|µs|ms|s|m)\b|20\d\d-\d\d-\d\d(T[\d:.]+Z)?|\d+ days|20\d{6}T\d{6}`)
)

// stable replaces what differs from run to run: durations and dates.
func stable(text string) string {
	return numbers.ReplaceAllString(text, "N")
}

// commandLine quotes arguments as a person would.
func commandLine(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = arg
		if strings.ContainsAny(arg, " *") {
			quoted[i] = "'" + arg + "'"
		}
	}
	return strings.Join(quoted, " ")
}
