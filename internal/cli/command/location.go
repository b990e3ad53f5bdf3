// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/manifest"
)

// urlVariable is the environment variable that holds a URL where none is named otherwise.
const urlVariable = "INTERPRET_URL"

// location is a URL whose path may be secret. Every user of a machine can read the arguments of a process, so a file, the
// standard input or the environment can hold it instead.
type location struct {
	url, file string
}

// addFile adds the flag that names a file.
func (l *location) addFile(command *cobra.Command) {
	command.Flags().StringVar(&l.file, "url-file", "", "`file` with the URL, - for the standard input, so that no process list shows its path; "+
		"without it the environment variable "+urlVariable+" counts")
	_ = command.MarkFlagFilename("url-file")
}

// read returns the URL that was named, or else that of the environment, which may be none.
func (l *location) read(stdin io.Reader) (string, error) {
	switch {
	case l.url != "" && l.file != "":
		return "", errors.New("cannot choose a URL: want the URL or --url-file, got both")
	case l.url != "":
		return l.url, nil
	case l.file == "":
		return strings.TrimSpace(os.Getenv(urlVariable)), nil
	}
	data, err := manifest.Read(l.file, stdin)
	if err != nil {
		return "", err
	}
	url := strings.TrimSpace(string(data))
	if url == "" || strings.ContainsAny(url, " \t\r\n") {
		return "", fmt.Errorf("cannot use %s: want one URL, got something else", manifest.Name(l.file))
	}
	return url, nil
}
