// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package apply

import (
	"context"
	"sync"

	"k8s.io/client-go/rest"
)

// warnings keeps the warnings that an API server sends with its answers.
type warnings struct {
	mu   sync.Mutex
	seen []string
}

// HandleWarningHeaderWithContext implements rest.WarningHandlerWithContext.
func (w *warnings) HandleWarningHeaderWithContext(_ context.Context, code int, _, text string) {
	const misc = 299
	if code != misc {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, text)
}

func (w *warnings) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.seen
	w.seen = nil
	return seen
}

var _ rest.WarningHandlerWithContext = (*warnings)(nil)
