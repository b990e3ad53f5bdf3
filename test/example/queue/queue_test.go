// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package queue_test

import (
	"testing"

	"queues.example.com/interpreter/queue"
	"workload.example.io/interpreter/function/kind"
	"workload.example.io/interpreter/function/kind/kindtest"
)

var suite = kindtest.Suite{
	Kind:     queue.Kind(),
	Statuses: []string{`{readyBrokers: 3, readyWorkers: 10}`, `{readyBrokers: 1}`, `{}`},
	Owned: map[kind.Operation][]string{
		"AggregateStatus": {"/status/readyBrokers", "/status/readyWorkers"},
	},
}

func TestConformance(t *testing.T) { kindtest.Run(t, suite) }

func FuzzConformance(f *testing.F) { kindtest.Fuzz(f, suite) }
