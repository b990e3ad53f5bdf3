// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import "io"

// SVG draws.
func (r *Result) SVG(w io.Writer) error { return nil }
