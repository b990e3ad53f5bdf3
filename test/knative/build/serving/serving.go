// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package serving pins Knative Serving with the modules that carry those of its definitions that it only links to.
package serving

import (
	_ "knative.dev/caching/pkg/apis/caching"
	_ "knative.dev/networking/pkg/apis/networking"
)
