// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/workload"
)

func TestConfigurationName(t *testing.T) {
	queue := interpreter.Kind{GroupVersionKind: metav1.GroupVersionKind{Group: "queues.example.com", Version: "v1", Kind: "Queue"}}
	tests := map[string]struct {
		reason string
		kinds  []interpreter.Kind
		want   string
	}{
		"ours":    {"the name that deployments have", []interpreter.Kind{workload.Kind()}, "workload"},
		"another": {"it must not replace the configuration of ours", []interpreter.Kind{queue, workload.Kind()}, "queue"},
		"none":    {"descriptions alone", nil, "interpreter"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := newConfig(&program{kinds: test.kinds}).Flag("name").DefValue; got != test.want {
				t.Errorf("%s: got %s, want %s", test.reason, got, test.want)
			}
		})
	}
}
