// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package proc

import (
	"io"
	"os"
	"strings"
)

// Tail is the end of a log: at most n lines, each cut at 300 bytes, indented to stand below a heading.
func Tail(log string, n int) string {
	const most = 64 << 10
	f, err := os.Open(log)
	if err != nil {
		return "    (no log: " + err.Error() + ")"
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > most {
		_, _ = f.Seek(-most, io.SeekEnd)
	}
	raw, _ := io.ReadAll(io.LimitReader(f, most))
	text := strings.TrimSpace(string(raw))
	if text == "" {
		return "    (the log is empty)"
	}
	lines := strings.Split(text, "\n")
	lines = lines[max(0, len(lines)-n):]
	for i, line := range lines {
		lines[i] = "    " + line[:min(len(line), 300)]
	}
	return strings.Join(lines, "\n")
}
