// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package page_test uses the page of interpret try as a person does: the real command, a real browser, clicks and keys.
// Chromium comes from scripts/browser-packages.sh, axe-core from the packages of the page.
package page_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// binary is the command interpret.
var binary string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "page")
	if err == nil {
		binary = filepath.Join(folder, "interpret")
		build := exec.Command("go", "build", "-o", binary, "./function/cmd/interpret")
		build.Dir, build.Stderr = filepath.Join("..", ".."), os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot build the command:", err)
		os.Exit(1)
	}
	code := m.Run()
	startChromium().stop()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// try runs interpret try until the test ends and returns the URL that it prints.
func try(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command(binary, append([]string{"try", "--no-browser"}, args...)...)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	url, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("the command printed no URL: %v", err)
	}
	return strings.TrimSpace(url)
}
