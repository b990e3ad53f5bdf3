// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/webhook"
)

// longestName is the longest name that Kubernetes knows; longer ones are not worth a log line.
const longestName = 253

// Observer returns an observer that writes one line per call, nil if the level asks for no line at all.
func (l *Log) Observer() webhook.Observer {
	if !l.Enabled(context.Background(), slog.LevelError) {
		return nil
	}
	seldom := newSeldom()
	return func(call *webhook.Call) {
		level := levelOf(call.Outcome)
		if !l.Enabled(context.Background(), level) {
			return
		}
		now := time.Now()
		leftOut, ok := seldom.pass(call, now)
		if !ok {
			return
		}
		var room [19]slog.Attr
		attrs := l.attributes(room[:0], call)
		if leftOut > 0 {
			attrs = append(attrs, slog.Int64("left_out", leftOut))
		}
		l.write(now, level, messages[call.Outcome], attrs)
	}
}

// write writes the line of a call. An error is written at once, with all that waits.
func (l *Log) write(now time.Time, level slog.Level, message string, attrs []slog.Attr) {
	if l.json && level < slog.LevelError {
		buffer := lines.Get().(*[]byte)
		defer lines.Put(buffer)
		if line, ok := appendLine((*buffer)[:0], now, level, message, attrs); ok {
			*buffer = line
			l.sink.later(line, now)
			return
		}
	}
	// A record of our own has no program counter, which a Logger looks up for every line and nobody reads here.
	record := slog.NewRecord(now, level, message, 0)
	record.AddAttrs(attrs...)
	_ = l.Handler().Handle(context.Background(), record)
}

// messages are constant, so that lines can be counted and filtered by them.
var messages = map[webhook.Outcome]string{
	webhook.OK:       "interpreted",
	webhook.Refused:  "refused to interpret",
	webhook.Invalid:  "not a call of Karmada",
	webhook.NoSecret: "no valid secret in the path",
	webhook.Busy:     "over the limit or stopping, to be sent again",
	webhook.Bug:      "recovered from a bug",
}

func levelOf(outcome webhook.Outcome) slog.Level {
	switch outcome {
	case webhook.OK:
		return slog.LevelInfo
	case webhook.Bug:
		return slog.LevelError
	}
	return slog.LevelWarn
}

// attributes appends what a line says about the call.
func (l *Log) attributes(attrs []slog.Attr, call *webhook.Call) []slog.Attr {
	add := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, clip(value)))
		}
	}
	request := call.Request
	add("operation", string(request.Operation))
	add("kind", request.Kind.Kind)
	add("namespace", request.Namespace)
	add("name", request.Name)
	add("cluster", call.Cluster())
	add("uid", string(request.UID))
	add("outcome", string(call.Outcome))
	add("answer", call.Summary())
	add("error", call.Message)
	if call.Response != nil && len(call.Response.Warnings) > 0 {
		attrs = append(attrs, slog.Int("warnings", len(call.Response.Warnings)))
	}
	if call.Stack != "" {
		attrs = append(attrs, slog.String("stack", call.Stack))
	}
	attrs = append(attrs,
		slog.Float64("duration_ms", float64(call.Duration.Round(time.Microsecond).Microseconds())/1000),
		slog.Int("bytes", call.Received))
	return append(attrs, l.trace(call.Header)...)
}

// clip cuts what comes from outside, and escapes what a reader would not see or would see in another order. What is left
// is escaped by the log's handler.
func clip(text string) string {
	if len(text) > longestName {
		text = strings.ToValidUTF8(text[:longestName], "") + "..."
	}
	if view.IsPlainText(text) || !strings.ContainsFunc(text, hidden) {
		return text
	}
	var escaped strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&escaped, "\\u%04x", r)
			continue
		}
		escaped.WriteRune(r)
	}
	return escaped.String()
}

// hidden reports whether a character has no shape of its own, as those that turn the direction of a text.
func hidden(r rune) bool {
	return r > unicode.MaxASCII && unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}
