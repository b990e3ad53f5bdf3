// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package reload keeps a value that is made of files and makes it again when the files change, as they do when cert-manager
// or a kubelet rotates a mounted Secret.
//
// Nothing runs in the background: the files are looked at when the value is asked for, at most once a second, which also
// works where a platform stops the process between two requests. A change is found by the identity, size or time of a
// file, so a swap of the symbolic links of a mounted volume is seen. While the new content is not valid, the old value
// stays in use.
package reload

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// interval is the least time between two looks at the files.
const interval = time.Second

// Value is a T made of the contents of files. It is safe for concurrent use.
type Value[T any] struct {
	paths  []string
	parse  func(contents [][]byte) (T, error)
	report func(error)

	current atomic.Pointer[T]
	due     atomic.Int64 // the time of the next look, in nanoseconds of Unix time

	mu     sync.Mutex
	seen   []os.FileInfo // the files of the current value
	failed []os.FileInfo // the files of the last failure, which is reported once
}

// New reads the files and makes the value. Later, report is notified of each change: nil if the new value is in use, or why
// the old one stays.
func New[T any](parse func(contents [][]byte) (T, error), report func(error), paths ...string) (*Value[T], error) {
	v := &Value[T]{paths: paths, parse: parse, report: report}
	v.due.Store(time.Now().Add(interval).UnixNano())
	infos, err := v.stat()
	if err != nil {
		return nil, err
	}
	return v, v.load(infos)
}

// Get returns the value as of at most a second ago.
func (v *Value[T]) Get() T {
	now := time.Now()
	if due := v.due.Load(); now.UnixNano() >= due && v.due.CompareAndSwap(due, now.Add(interval).UnixNano()) {
		v.look()
	}
	return *v.current.Load()
}

// look makes the value again if the files are not those of the current one.
func (v *Value[T]) look() {
	v.mu.Lock()
	defer v.mu.Unlock()
	infos, err := v.stat()
	if err == nil {
		if same(infos, v.seen) {
			return
		}
		err = v.load(infos)
	}
	switch {
	case err == nil:
		v.failed = nil
		v.report(nil)
	case v.failed == nil || !same(infos, v.failed):
		v.failed = infos
		v.report(err)
	}
}

// stat looks at the files before they are read: a change in between is then found by the next look.
func (v *Value[T]) stat() ([]os.FileInfo, error) {
	infos := make([]os.FileInfo, len(v.paths))
	for i, path := range v.paths {
		info, err := os.Stat(path)
		if err != nil {
			return infos, fmt.Errorf("cannot read the file: %w", err)
		}
		infos[i] = info
	}
	return infos, nil
}

func (v *Value[T]) load(infos []os.FileInfo) error {
	contents := make([][]byte, len(v.paths))
	for i, path := range v.paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("cannot read the file: %w", err)
		}
		contents[i] = content
	}
	value, err := v.parse(contents)
	if err != nil {
		return err
	}
	v.seen = infos
	v.current.Store(&value)
	return nil
}

// same reports whether two looks saw the same files; a file that could not be looked at is nil.
func same(a, b []os.FileInfo) bool {
	for i := range a {
		switch {
		case a[i] == nil && b[i] == nil:
		case a[i] == nil || b[i] == nil:
			return false
		case !os.SameFile(a[i], b[i]) || a[i].Size() != b[i].Size() || !a[i].ModTime().Equal(b[i].ModTime()):
			return false
		}
	}
	return true
}
