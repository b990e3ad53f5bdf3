// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry

import (
	"log/slog"
	"strconv"
	"sync"
	"time"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// lines are buffers for one line each.
var lines = sync.Pool{New: func() any { return new([]byte) }}

// appendLine appends a line in JSON, byte for byte what slog.JSONHandler writes with rename in several times the time: there is one for
// each call. ok is false if a text has something to escape; then that handler has to write the line.
func appendLine(line []byte, now time.Time, level slog.Level, message string, attrs []slog.Attr) (_ []byte, ok bool) {
	line = append(line, `{"time":"`...)
	line = now.Round(0).AppendFormat(line, time.RFC3339Nano)
	line = append(line, `","severity":"`...)
	line = append(line, severity(level)...)
	line = append(line, `","message":"`...)
	line = append(line, message...)
	line = append(line, '"')
	for i := range attrs {
		line = append(line, ',', '"')
		line = append(line, attrs[i].Key...)
		line = append(line, '"', ':')
		switch value := attrs[i].Value; value.Kind() {
		case slog.KindInt64:
			line = strconv.AppendInt(line, value.Int64(), 10)
		case slog.KindFloat64: // encoding/json writes another form below a millionth and for what no duration is
			line = strconv.AppendFloat(line, value.Float64(), 'f', -1, 64)
		default:
			text := value.String()
			if !view.IsPlainText(text) {
				return nil, false
			}
			line = append(append(append(line, '"'), text...), '"')
		}
	}
	return append(line, '}', '\n'), true
}
