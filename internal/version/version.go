// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package version says which source a program was built from, in one form everywhere: the command line, the log, the
// metrics and the image.
package version

import (
	_ "embed" // for the release
	"runtime/debug"
	"strings"
)

// release is the version of this source, such as v0.3.0, or the next one with "-dev". A file and not a flag of the linker,
// so that every way of building has it: ko, Terraform's upload, go install.
//
//go:embed version.txt
var release string

// String returns the version, with the commit where the build knows it.
func String() string {
	text := Release()
	if revision := Revision(); revision != "" {
		text += " (" + revision + ")"
	}
	return text
}

// Release returns the version alone.
func Release() string {
	return strings.TrimSpace(release)
}

// Revision returns the commit, with "+changes" if the files differed from it, and nothing where the build does not know it: the
// image is the same for the same files, whatever commit they are from, so that a commit to anything else deploys nothing.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changes := "", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			revision = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changes = "+changes"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + changes
}
