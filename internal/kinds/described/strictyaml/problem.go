// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package strictyaml

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Problem is one mistake in a file.
type Problem struct {
	Position
	// Field is the path of the field in its document, such as spec.replicaResource.path. It may be empty.
	Field string
	// Message says what is wrong and what was expected.
	Message string
}

// Error returns one line: place, field and message.
func (p *Problem) Error() string {
	text := p.File
	if p.Line > 0 {
		text = p.Position.String()
	}
	if p.Field != "" {
		text += ": " + p.Field
	}
	return text + ": " + p.Message
}

// Problems is an error that lists every mistake that was found.
type Problems []*Problem

// Error returns the first problem and how many follow it, in one line.
func (p Problems) Error() string {
	if len(p) == 1 {
		return p[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", p[0].Error(), len(p)-1)
}

// Err returns nil if there are none, else the problems in the order of the files.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	slices.SortStableFunc(p, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return p
}

// All returns the problems that an error lists, or the error as the only one.
func All(err error) Problems {
	var problems Problems
	var one *Problem
	switch {
	case err == nil:
		return nil
	case errors.As(err, &problems):
		return problems
	case errors.As(err, &one):
		return Problems{one}
	}
	return Problems{{Message: err.Error()}}
}
