// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package command is the command line interpret, which tries, tests and checks resource interpreter webhooks of Karmada
// from a terminal: kinds in process, or any endpoint by its URL. The manual of each command is its help text.
//
// Exit codes: 0 all is well; 1 the interpreter refused, a case failed or a check found a fault; 2 the command line or a
// file is wrong, nothing was asked; 3 the endpoint gave no answer that Karmada would accept; 130 interrupted.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/interpreter"
)

const (
	exitFound   = 1
	exitUsage   = 2
	exitFault   = 3
	exitStopped = 130
)

// errFound ends a command whose output already says what is wrong.
var errFound = errors.New("")

// Main runs the command line for the kinds and ends the process with its exit code. A second signal ends it at once, a file that
// nobody writes included.
func Main(kinds ...interpreter.Kind) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	err := newRoot(kinds).ExecuteContext(ctx)
	stop()
	os.Exit(report(os.Stderr, err))
}

// report writes the error and returns the exit code.
func report(w io.Writer, err error) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, errFound) {
		return exitFound
	}
	fault := client.AsFault(err)
	if fault == nil {
		fmt.Fprintf(w, "interpret: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(w, "interpret: %s (%s)\n  next: %s\n", fault.Cause, fault.Name, fault.Next)
	switch fault.Name {
	case client.BadURL, client.BadBundle, client.BadRequest:
		return exitUsage
	case client.Interrupted:
		return exitStopped
	}
	return exitFault
}
