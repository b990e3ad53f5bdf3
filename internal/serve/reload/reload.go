// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package reload keeps a value that is made of files and makes it again when the files change, as they do when cert-manager
// or a kubelet rotates a mounted Secret.
//
// Nothing runs in the background: the files are read when the value is asked for, at most once a second, which also works
// where a platform stops the process between two requests. A change is a change of their contents, whatever their sizes
// and times say. While the new content is not valid, the old value stays in use, unless parse says that it must not.
package reload

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// interval is the least time between two looks at the files.
	interval = time.Second
	// maxSize is the largest file in bytes, which is what a Secret of Kubernetes can hold.
	maxSize = 1 << 20
)

// ErrRevoked is what parse returns, or wraps, if the old value must not stay in use: the zero value takes its place.
var ErrRevoked = errors.New("the value is revoked")

// Value is a T made of the contents of files. It is safe for concurrent use.
type Value[T any] struct {
	paths  []string
	parse  func(contents [][]byte) (T, error)
	report func(error)

	current atomic.Pointer[T]
	due     atomic.Int64 // the time of the next look, in nanoseconds of Unix time

	mu     sync.Mutex
	seen   [][sha256.Size]byte // what parse saw last
	failed string              // the last failure to read, which is reported once
}

// New reads the files and makes the value. Later, parse is given nil for a file that is gone, and report is told of each
// change: nil if the new value is in use, or why it is not.
func New[T any](parse func(contents [][]byte) (T, error), report func(error), paths ...string) (*Value[T], error) {
	v := &Value[T]{paths: paths, parse: parse, report: report}
	v.due.Store(time.Now().Add(interval).UnixNano())
	contents := make([][]byte, len(paths))
	for i, path := range paths {
		var err error
		if contents[i], err = read(path); err != nil {
			return nil, err
		}
	}
	value, err := parse(contents)
	v.seen = sums(contents)
	v.current.Store(&value)
	return v, err
}

// Get returns the value as of at most a second ago.
func (v *Value[T]) Get() T {
	now := time.Now()
	if due := v.due.Load(); now.UnixNano() >= due && v.due.CompareAndSwap(due, now.Add(interval).UnixNano()) {
		v.look()
	}
	return *v.current.Load()
}

// look makes the value again if the files are not those of the last look.
func (v *Value[T]) look() {
	v.mu.Lock()
	defer v.mu.Unlock()
	contents := make([][]byte, len(v.paths))
	for i, path := range v.paths {
		content, err := read(path)
		switch {
		case err == nil:
			contents[i] = content
		case !errors.Is(err, os.ErrNotExist):
			if v.failed != err.Error() {
				v.failed = err.Error()
				v.report(err)
			}
			return
		}
	}
	now := sums(contents)
	if v.failed == "" && slices.Equal(now, v.seen) {
		return
	}
	v.failed, v.seen = "", now
	value, err := v.parse(contents)
	switch {
	case err == nil:
		v.current.Store(&value)
	case errors.Is(err, ErrRevoked):
		v.current.Store(new(T))
	}
	v.report(err)
}

// sums are kept instead of the contents, which are secret.
func sums(contents [][]byte) [][sha256.Size]byte {
	sums := make([][sha256.Size]byte, len(contents))
	for i, content := range contents {
		sums[i] = sha256.Sum256(content)
	}
	return sums
}

// read reads a regular file of a size that makes sense. It opens no other kind, which could make it wait, and reads no
// more than maxSize.
func read(path string) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot read %s: want a regular file, got another kind", path)
	}
	var content []byte
	if err == nil {
		content, err = io.ReadAll(io.LimitReader(file, maxSize+1))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read the file: %w", err)
	case len(content) > maxSize:
		return nil, fmt.Errorf("cannot read %s: want at most %d bytes, got more", path, maxSize)
	}
	return content, nil
}
