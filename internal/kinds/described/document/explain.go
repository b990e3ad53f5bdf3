// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"errors"
	"fmt"

	"workload.example.io/interpreter/internal/interpreter/view"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
)

var (
	errSyntax = errors.New("valid JSON")
	errRange  = errors.New("number of at most 64 bits")
	errObject = errors.New("object")
	errHeld   = fmt.Errorf("values that take at most %d MiB of memory", MaxHeld>>20)
)

func (d *decoder) explain(err error, place string) error {
	path := make(fieldpath.Path, 0, len(d.path))
	for i := len(d.path) - 1; i >= 0; i-- {
		path = append(path, d.path[i])
	}
	e := &view.Error{Path: path.Below(place), Want: err.Error(), Got: "something else"}
	switch {
	case errors.Is(err, errRange):
		e.Got = "a larger one"
	case errors.Is(err, errObject):
		e.Got = d.got()
	case errors.Is(err, errHeld):
		e.Got = "more"
	}
	return e
}

// got names the kind of value at which the decoder stopped.
func (d *decoder) got() string { return KindName(d.src) }
