// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package telemetry writes the log of the function: one line per call in JSON, with the keys that Cloud Logging and the
// log collectors of Kubernetes understand. A line names the object and says how the call ended. No value of an object and no
// secret is ever in it; an error names the place of what is wrong, so names of members may stand in it.
package telemetry

import (
	"errors"
	"io"
	"log/slog"
	"math"

	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/reload"
)

// The settings of the log.
const (
	LevelSetting   = "LOG_LEVEL"
	FormSetting    = "LOG_FORMAT"
	ProjectSetting = "GOOGLE_CLOUD_PROJECT"
)

// off is a level that nothing is logged at.
const off = slog.Level(math.MaxInt)

var levels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError, "off": off,
}

// Log is the log of a process.
type Log struct {
	*slog.Logger
	project string
	json    bool
	sink    *sink
}

// FromSettings returns the log that the settings ask for, which writes to w. A wrong setting is kept in the Reader.
func FromSettings(settings *env.Reader, w io.Writer) *Log {
	level := settings.Choice(LevelSetting, "info", "debug", "info", "warn", "error", "off")
	options := &slog.HandlerOptions{Level: levels[level], ReplaceAttr: rename}
	l := &Log{sink: &sink{to: w}, json: settings.Choice(FormSetting, "json", "json", "text") == "json"}
	var handler slog.Handler = slog.NewTextHandler(l.sink, options)
	if l.json {
		handler = slog.NewJSONHandler(l.sink, options)
	}
	l.Logger, l.project = slog.New(handler), settings.String(ProjectSetting, "")
	return l
}

// Batch lets lines of calls in JSON wait for others from now on, up to a tenth of a second or 32 KiB, if there was one shortly before.
// A line of an error, and any that is not about a call, is written at once with those before it. It is for a process that we end
// ourselves: what waits is lost with a process that is killed.
func (l *Log) Batch() { l.sink.batch(true) }

// Flush writes all lines that wait; from now on none does any more.
func (l *Log) Flush() { l.sink.batch(false) }

// rename gives the standard keys the names that Cloud Logging looks for.
func rename(groups []string, attr slog.Attr) slog.Attr {
	if len(groups) > 0 {
		return attr
	}
	switch attr.Key {
	case slog.MessageKey:
		attr.Key = "message"
	case slog.LevelKey:
		attr.Key = "severity"
		if level, ok := attr.Value.Any().(slog.Level); ok {
			attr.Value = slog.StringValue(severity(level))
		}
	}
	return attr
}

// severity names a level as Cloud Logging does. A string is also written several times as fast as a level.
func severity(level slog.Level) string {
	if level == slog.LevelWarn {
		return "WARNING"
	}
	return level.String()
}

// Reload returns a function that logs what became of files that a setting names and that changed.
func (l *Log) Reload(setting string) func(error) {
	return func(err error) {
		if errors.Is(err, reload.ErrRevoked) {
			l.Error("nobody is answered until a file has content again",
				slog.String("setting", setting), slog.String("error", err.Error()))
			return
		}
		if err != nil {
			l.Error("cannot use the new content of a file, the old one stays in use",
				slog.String("setting", setting), slog.String("error", err.Error()))
			return
		}
		l.Info("the new content of a file is in use", slog.String("setting", setting))
	}
}
