// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command generate prints the JSON Schema of descriptions, or with the argument "markdown" their reference. It runs in the
// root of the module.
package main

import (
	"fmt"
	"os"

	"workload.example.io/interpreter/internal/kinds/described/reference"
)

func main() {
	if err := generate(len(os.Args) > 1 && os.Args[1] == "markdown"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(markdown bool) error {
	source, err := os.ReadFile("internal/kinds/described/description.go")
	if err != nil {
		return err
	}
	format, err := reference.Read(source)
	if err != nil {
		return err
	}
	text := format.Markdown()
	if !markdown {
		if text, err = format.Schema(); err != nil {
			return err
		}
	}
	_, err = os.Stdout.Write(text)
	return err
}
