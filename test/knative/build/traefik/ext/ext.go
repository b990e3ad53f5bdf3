// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package ext is a module that Traefik's own checkout has beside its code and that no module proxy serves: the places where
// other editions of Traefik add to its configuration, empty.
package ext

// HTTP adds nothing.
type HTTP struct{}

// Router adds nothing.
type Router struct{}
