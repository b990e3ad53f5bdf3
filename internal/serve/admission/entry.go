// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package admission

import "context"

type entryKey struct{}

// OnEntry returns a context whose calls tell entry when they have passed the check of the path secret, before they wait
// for room.
func OnEntry(ctx context.Context, entry func()) context.Context {
	return context.WithValue(ctx, entryKey{}, entry)
}

func enters(ctx context.Context) {
	if entry, ok := ctx.Value(entryKey{}).(func()); ok {
		entry()
	}
}
