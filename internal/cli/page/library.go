// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// library holds the descriptions of function/kinds, copied by make generate, and an object with a status for each.
//
//go:embed library examples
var library embed.FS

//go:embed library/kinddescription.schema.json
var descriptionSchema []byte

// fromLibrary lists an example for each description of the library.
func fromLibrary() []Example {
	files, _ := fs.Glob(library, "library/*/*.yaml")
	var list []Example
	for _, file := range files {
		description, err := library.ReadFile(file)
		if err != nil {
			continue
		}
		below := strings.TrimPrefix(file, "library/")
		object, err := library.ReadFile("examples/" + below)
		if err != nil {
			continue
		}
		list = append(list, ofObject(strings.TrimSuffix(path.Base(below), ".yaml"), path.Dir(below), []byte(withoutLicense(string(description))), object))
	}
	return list
}
