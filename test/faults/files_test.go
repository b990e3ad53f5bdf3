// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const goodSecret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// oddFiles make what no file of settings should be, and say what the server says of it.
var oddFiles = map[string]struct {
	make func(path string) error
	want string
}{
	"a FIFO that nobody writes": {func(path string) error { return syscall.Mkfifo(path, 0o600) }, "want a regular file, got another kind"},
	"a folder":                  {func(path string) error { return os.Mkdir(path, 0o700) }, "want a regular file, got another kind"},
	"300 MB": {func(path string) error {
		return errors.Join(os.WriteFile(path, []byte(goodSecret+"\n"), 0o600), os.Truncate(path, 300_000_000))
	}, "want at most 1048576 bytes, got more"},
}

// TestOddFilesAtStart starts the server with an odd file for each setting that names one: it ends at once with a line that
// names setting and cause, and takes no memory for the file where a cgroup can tell.
func TestOddFilesAtStart(t *testing.T) {
	for name, odd := range oddFiles {
		for _, setting := range []string{"INTERPRETER_PATH_SECRETS_FILE", "TLS_CERT_FILE", "INTERPRETER_KINDS_FILE"} {
			if name != "300 MB" && setting == "INTERPRETER_KINDS_FILE" {
				continue // a folder holds descriptions, and the command line reads them from a pipe as well
			}
			t.Run(setting+" is "+name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "odd")
				must(t, odd.make(path))
				port, err := FreePort()
				must(t, err)
				var log safeBuffer
				p := Command(binary, port, setting+"="+path, "TLS_KEY_FILE="+map[bool]string{true: path}[setting == "TLS_CERT_FILE"])
				p.Stderr = &log
				// Whoever reads 300 MB here is killed, which is no end by itself.
				if cage := NewCage("interpreter-faults-odd-"+port, 64<<20); cage != nil {
					must(t, cage.Enclose(p.Cmd))
					defer func() { must(t, cage.Remove()) }()
				}
				must(t, p.Start())
				defer time.AfterFunc(20*time.Second, func() { _ = p.Process.Kill() }).Stop()
				if err := p.Wait(); err == nil || p.ProcessState.ExitCode() <= 0 {
					t.Errorf("it did not end by itself with an error: %v", err)
				}
				if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, setting) || !strings.Contains(got, "want ") {
					t.Errorf("want one line that names %s and what is wrong, got %q", setting, got)
				}
			})
		}
	}
}

// TestOddFilesLater puts an odd file in the place of the secrets while the server answers: the old secrets stay in use, the
// log says why, no call waits for the file, and it takes no memory.
func TestOddFilesLater(t *testing.T) {
	for name, odd := range oddFiles {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "secrets")
			must(t, os.WriteFile(path, []byte(goodSecret), 0o600))
			port, err := FreePort()
			must(t, err)
			var log safeBuffer
			p := Command(binary, port, "INTERPRETER_PATH_SECRETS_FILE="+path)
			p.Stderr = &log
			must(t, p.Start())
			defer func() { must(t, p.Stop()) }()
			client := &http.Client{Timeout: 2 * time.Second}
			status := func(secret string) int {
				response, err := client.Post("http://"+p.Address()+"/"+secret, "application/json", strings.NewReader("{}"))
				if err != nil {
					return 0
				}
				response.Body.Close()
				return response.StatusCode
			}
			const known, unknown = http.StatusBadRequest, http.StatusNotFound // {} is no call
			wait(t, "it serves", func() bool { return status(goodSecret) == known })
			must(t, odd.make(path+".odd"))
			must(t, os.RemoveAll(path))
			must(t, os.Rename(path+".odd", path))
			wait(t, "the log says "+odd.want, func() bool {
				if got := status("nobody-has-this"); got != unknown {
					t.Fatalf("a stranger got status %d, want %d", got, unknown)
				}
				return strings.Contains(log.String(), odd.want)
			})
			if got := status(goodSecret); got != known {
				t.Errorf("the old secret got status %d, want %d", got, known)
			}
			if most, err := p.Memory("VmHWM"); err != nil || most > 64<<20 {
				t.Errorf("took %d MiB (%v), want at most 64", most>>20, err)
			}
			if strings.Contains(log.String(), goodSecret) {
				t.Error("the log holds a secret")
			}
		})
	}
}
