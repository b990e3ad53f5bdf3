// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package reload

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pair is a value of two files that must agree, like a certificate and its key.
func pair(contents [][]byte) (string, error) {
	switch {
	case contents[0] == nil:
		return "", errors.New("the files are gone")
	case string(contents[0]) == "revoked":
		return "not to be used", ErrRevoked
	case !bytes.Equal(contents[0], contents[1]):
		return "", errors.New("the files do not belong together")
	}
	return string(contents[0]), nil
}

// volume lays files out as a kubelet mounts a Secret: a, b -> ..data/a, b and ..data -> a folder for each version.
type volume struct {
	t   *testing.T
	dir string
}

func (v volume) write(version, a, b string) {
	v.t.Helper()
	folder := filepath.Join(v.dir, version)
	must(v.t, os.Mkdir(folder, 0o700))
	must(v.t, os.WriteFile(filepath.Join(folder, "a"), []byte(a), 0o600))
	must(v.t, os.WriteFile(filepath.Join(folder, "b"), []byte(b), 0o600))
	must(v.t, os.Symlink(version, filepath.Join(v.dir, "next")))
	must(v.t, os.Rename(filepath.Join(v.dir, "next"), filepath.Join(v.dir, "..data")))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestValue(t *testing.T) {
	v := volume{t, t.TempDir()}
	v.write("v1", "one", "one")
	paths := []string{filepath.Join(v.dir, "a"), filepath.Join(v.dir, "b")}
	for i, name := range []string{"a", "b"} {
		must(t, os.Symlink(filepath.Join("..data", name), paths[i]))
	}
	var reports []error
	value, err := New(pair, func(err error) { reports = append(reports, err) }, paths...)
	must(t, err)
	look := func(want string, failures, changes int, reason string) {
		t.Helper()
		value.due.Store(0)
		if got := value.Get(); got != want {
			t.Errorf("%s: got %q, want %q", reason, got, want)
		}
		gotFailures := 0
		for _, report := range reports {
			if report != nil {
				gotFailures++
			}
		}
		if gotFailures != failures || len(reports)-gotFailures != changes {
			t.Errorf("%s: got reports %v, want %d failures and %d changes", reason, reports, failures, changes)
		}
	}
	look("one", 0, 0, "nothing changed")
	v.write("v2", "two", "two")
	if got := value.Get(); got != "one" {
		t.Errorf("got %q before the next look is due, want one", got)
	}
	look("two", 0, 1, "the links were swapped")
	v.write("v3", "three", "half")
	look("two", 1, 1, "the new files do not agree, the old value stays")
	look("two", 1, 1, "the same failure is reported once")
	must(t, os.Remove(filepath.Join(v.dir, "..data")))
	look("two", 2, 1, "the files are gone, the old value stays")
	v.write("v4", "four", "four")
	look("four", 2, 2, "the files are back")
	info, err := os.Stat(paths[0])
	must(t, err)
	for _, path := range paths {
		must(t, os.WriteFile(path, []byte("FOUR"), 0o600))
		must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	}
	look("FOUR", 2, 3, "other contents of the same size and time")
	must(t, os.WriteFile(paths[0], make([]byte, maxSize+1), 0o600))
	look("FOUR", 3, 3, "a file that is too large, the old value stays")
	must(t, os.WriteFile(paths[0], []byte("FOUR"), 0o600))
	look("FOUR", 3, 4, "back again")
	must(t, os.WriteFile(paths[0], []byte("revoked"), 0o600))
	look("", 4, 4, "the old value must not stay in use")
}

func TestNewFails(t *testing.T) {
	if _, err := New(pair, nil, filepath.Join(t.TempDir(), "none"), "none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that the file does not exist", err)
	}
	for reason, path := range map[string]string{"a folder": t.TempDir(), "a device": "/dev/zero"} {
		if _, err := New(pair, nil, path, path); err == nil || !strings.Contains(err.Error(), "want a regular file") {
			t.Errorf("%s: got %v", reason, err)
		}
	}
}
