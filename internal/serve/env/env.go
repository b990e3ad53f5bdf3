// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package env reads a program's settings from the environment. Every value is checked when it is read; the first that
// is wrong is kept as the error of the Reader, so that a program asks for all its settings and then looks once:
//
//	cannot use MAX_CALLS: want an integer from 1 to 100000, got "many"
//
// A setting that is set to nothing counts as not set.
package env

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Setting is a setting that was asked for, with the value it has if the environment is silent.
type Setting struct {
	Name, Default string
}

// Reader reads settings. It is not safe for concurrent use.
type Reader struct {
	lookup func(string) string
	asked  []Setting
	err    error
}

// Environment returns a Reader of the process's environment.
func Environment() *Reader {
	return New(os.Getenv)
}

// New returns a Reader that finds values with lookup, which returns nothing for what is not set.
func New(lookup func(name string) string) *Reader {
	return &Reader{lookup: lookup}
}

// Err returns the first error, which names the setting and what it wants.
func (r *Reader) Err() error {
	return r.err
}

// Asked returns every setting that was asked for, in that order.
func (r *Reader) Asked() []Setting {
	return slices.Clone(r.asked)
}

// Refuse makes the setting an error. The reason must not quote a value that is secret.
func (r *Reader) Refuse(name, reason string) {
	if r.err == nil {
		r.err = fmt.Errorf("cannot use %s: %s", name, reason)
	}
}

// Fail keeps an error that concerns no single setting.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// String returns the value, absent if there is none.
func (r *Reader) String(name, absent string) string {
	r.asked = append(r.asked, Setting{Name: name, Default: absent})
	if value := r.lookup(name); value != "" {
		return value
	}
	return absent
}

// Choice returns a value that is one of the choices.
func (r *Reader) Choice(name, absent string, choices ...string) string {
	value := r.String(name, absent)
	if value != absent && !slices.Contains(choices, value) {
		r.Refuse(name, fmt.Sprintf("want one of %s, got %q", strings.Join(choices, ", "), value))
		return absent
	}
	return value
}

// Int returns an integer from least to most.
func (r *Reader) Int(name string, absent, least, most int) int {
	text := r.String(name, strconv.Itoa(absent))
	value, err := strconv.Atoi(text)
	if err != nil || value < least || value > most {
		r.Refuse(name, fmt.Sprintf("want an integer from %d to %d, got %q", least, most, text))
		return absent
	}
	return value
}

// Duration returns a duration from least to most.
func (r *Reader) Duration(name string, absent, least, most time.Duration) time.Duration {
	text := r.String(name, absent.String())
	value, err := time.ParseDuration(text)
	if err != nil || value < least || value > most {
		r.Refuse(name, fmt.Sprintf("want a duration from %s to %s, such as %s, got %q", least, most, absent, text))
		return absent
	}
	return value
}
