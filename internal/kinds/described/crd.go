// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import "workload.example.io/interpreter/internal/kinds/described/strictyaml"

// check checks the descriptions against the CRDs.
func (s *Set) check() strictyaml.Problems { return nil }
