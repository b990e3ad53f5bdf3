// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// lastLines takes the output of "go build -v": it counts the modules that are downloaded and the packages, which stand
// alone on a line, and keeps the last of the other lines for the error.
type lastLines struct {
	mu         sync.Mutex
	rest       string
	downloaded int
	compiled   int
	kept       []string
}

func (l *lastLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(l.rest+string(p), "\n")
	l.rest = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		switch {
		case line == "":
		case strings.HasPrefix(line, "go: downloading "):
			l.downloaded++
		case !strings.ContainsAny(line, " :"):
			l.compiled++
		default:
			l.kept = append(l.kept, "    "+line)
			l.kept = l.kept[max(0, len(l.kept)-20):]
		}
	}
	return len(p), nil
}

// counts is empty when all was in Go's own caches.
func (l *lastLines) counts() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var counts string
	if l.downloaded > 0 {
		counts += fmt.Sprintf(", %d modules downloaded", l.downloaded)
	}
	if l.compiled > 0 {
		counts += fmt.Sprintf(", %d packages compiled", l.compiled)
	}
	return counts
}

func (l *lastLines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := l.kept
	if l.rest != "" {
		lines = append(slices.Clone(lines), "    "+l.rest)
	}
	return strings.Join(lines, "\n")
}
