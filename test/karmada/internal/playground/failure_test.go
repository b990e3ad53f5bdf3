// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"workload.example.io/interpreter/test/karmada/binaries"
	"workload.example.io/interpreter/test/karmada/proc"
	"workload.example.io/interpreter/test/karmada/progress"
)

func testOptions(t *testing.T) Options {
	t.Helper()
	folder, err := OpenFolder(filepath.Join(t.TempDir(), "state"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder.Logs(), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = newPlayground(Options{Folder: folder}).end(context.Background(), false) })
	return Options{Folder: folder, Repository: t.TempDir(), Cache: t.TempDir(), Release: binaries.Releases[0], Log: progress.New(io.Discard)}
}

func script(name, text string) component {
	return component{name: name, command: []string{"/bin/sh", "-c", text}}
}

// wants fails the test unless the error holds all texts.
func wants(t *testing.T, reason string, err error, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: want %q in the error, got: %v", reason, text, err)
		}
	}
}

func write(t *testing.T, folder Folder, name, content string) {
	t.Helper()
	if err := os.WriteFile(folder.path(name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestPortTaken(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p := newPlayground(testOptions(t))
	port := listener.Addr().(*net.TCPAddr).Port
	p.state.Ports = map[string]int{"etcd": port}
	c := script("etcd", "sleep 600")
	c.port = "etcd"
	wants(t, "a port that another program has", p.start(c),
		"cannot start etcd", fmt.Sprintf("port %d on 127.0.0.1 is taken", port), "next: ")
	if len(p.state.Processes) > 0 {
		t.Error("a component was started on a port that is taken")
	}
}

func TestBinaryMissing(t *testing.T) {
	p := newPlayground(testOptions(t))
	wants(t, "a cache that somebody emptied", p.start(component{name: "etcd", command: []string{p.Cache + "/etcd"}}),
		"cannot start etcd", "no such file", "next: ")
}

func TestComponentDies(t *testing.T) {
	p := newPlayground(testOptions(t))
	p.state = State{Version: version, Phase: starting}
	if err := p.start(script("karmada-webhook", "echo listen tcp: address already in use; exit 1")); err != nil {
		t.Fatal(err)
	}
	never := func(context.Context) error { return errors.New("connection refused") }
	wants(t, "a component that dies while others wait for it", p.wait(t.Context(), "karmada-webhook", never),
		"karmada-webhook", "has ended", "address already in use", "logs/karmada-webhook.log")

	p.state.Phase = running
	if err := p.folder.save(p.state); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	wants(t, "status of a playground with a dead component", Status(&table, p.Options), "karmada-webhook", "in use", "next: ")
	if !strings.Contains(table.String(), "ENDED") {
		t.Errorf("the table does not say so:\n%s", table.String())
	}
	_, err := Up(t.Context(), p.Options)
	wants(t, "a second up", err, "karmada-webhook", "has ended", "next: make -C test karmada-down")
}

func TestFolders(t *testing.T) {
	tests := map[string]struct {
		reason string
		files  map[string]string
		up     []string // texts of the error of up
		down   []string // texts of the error of down; none: down works and leaves the lock only
	}{
		"older version": {
			"a newer playground cannot know what an older one wrote, but it can end it",
			map[string]string{"state.json": `{"version": 0, "phase": "running"}`, "etcd.data": "x"},
			[]string{"cannot be used", "has version 0", "next: make -C test karmada-down"}, nil,
		},
		"killed start": {
			"up was killed and left half a playground",
			map[string]string{"state.json": `{"version": 1, "phase": "starting"}`, "karmada.config": "x"},
			[]string{"remains of a start that was killed", "next: make -C test karmada-down"}, nil,
		},
		"somebody else's": {
			"KARMADA_STATE names a folder with other things in it, which must survive",
			map[string]string{"thesis.txt": "x"},
			[]string{"thesis.txt", "not a playground's folder", "next: "}, []string{"thesis.txt", "not a playground's folder"},
		},
		"broken state": {
			"the disk was full",
			map[string]string{"state.json": `{"version": `},
			[]string{"cannot read", "state.json", "next: "}, nil,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			options := testOptions(t)
			for file, content := range tt.files {
				write(t, options.Folder, file, content)
			}
			_, err := Up(t.Context(), options)
			wants(t, tt.reason, err, tt.up...)
			left, err := proc.Start(proc.Spec{Name: "left", Command: []string{"/bin/sleep", "600"},
				Log: options.Folder.log("left"), Marker: options.Folder.marker()})
			if err != nil {
				t.Fatal(err)
			}
			err = Down(t.Context(), options, false)
			if tt.down != nil {
				wants(t, tt.reason, err, tt.down...)
				return
			}
			entries, _ := os.ReadDir(string(options.Folder))
			if err != nil || left.Alive() || len(entries) > 0 {
				t.Errorf("%s: want all gone, got %v, process alive: %t, left: %v", tt.reason, err, left.Alive(), entries)
			}
		})
	}
}

func TestLock(t *testing.T) {
	options := testOptions(t)
	unlock, err := options.Folder.Lock()
	if err != nil {
		t.Fatal(err)
	}
	_, err = options.Folder.Lock()
	wants(t, "two commands at once", err, fmt.Sprintf("pid %d", os.Getpid()), "next: ")
	unlock()
	if unlock, err = options.Folder.Lock(); err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	unlock()
}

// TestUpInterrupted cancels before anything is built: what up has begun is taken back.
func TestUpInterrupted(t *testing.T) {
	options := testOptions(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("interrupt signal received"))
	if _, err := Up(ctx, options); err == nil {
		t.Fatal("want an error")
	}
	if state, err := options.Folder.load(); err != nil || state.Phase != "" {
		t.Errorf("want no state, got %+v, %v", state, err)
	}
}

func TestStatusOfNothing(t *testing.T) {
	wants(t, "no playground", Status(io.Discard, testOptions(t)), "no playground runs", "next: make -C test karmada-up")
}
