// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package telemetry

import (
	"log/slog"
	"net/http"
	"strings"
)

// trace returns what joins a line with the trace of its request. The platform in front of the function adds the header;
// Karmada sends none. With a project, the keys are those by which Cloud Logging finds the trace.
func (l *Log) trace(header http.Header) []slog.Attr {
	id, span := traceOf(header)
	switch {
	case id == "":
		return nil
	case l.project == "":
		return []slog.Attr{slog.String("trace", id)}
	}
	attrs := []slog.Attr{slog.String("logging.googleapis.com/trace", "projects/"+l.project+"/traces/"+id)}
	if span != "" {
		attrs = append(attrs, slog.String("logging.googleapis.com/spanId", span))
	}
	return attrs
}

// traceOf reads the ids of trace and span from traceparent (W3C Trace Context) or else X-Cloud-Trace-Context, whose span
// is a decimal number and left out. Anything but hexadecimal digits of the right length is ignored.
func traceOf(header http.Header) (id, span string) {
	if len(header["Traceparent"]) == 0 && len(header["X-Cloud-Trace-Context"]) == 0 {
		return "", "" // as a call from Karmada
	}
	parts := strings.Split(header.Get("Traceparent"), "-")
	if len(parts) >= 4 && isHex(parts[1], 32) && isHex(parts[2], 16) {
		return parts[1], parts[2]
	}
	id, _, _ = strings.Cut(header.Get("X-Cloud-Trace-Context"), "/")
	if isHex(id, 32) {
		return id, ""
	}
	return "", ""
}

func isHex(text string, length int) bool {
	return len(text) == length && strings.Trim(text, "0123456789abcdef") == ""
}
