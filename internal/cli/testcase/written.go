// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package testcase

import (
	"encoding/json"

	workv1alpha2 "github.com/karmada-io/karmada/pkg/apis/work/v1alpha2"
	"sigs.k8s.io/yaml"
)

// Written is a case to be written as Karmada's tests of interpreters write it.
type Written struct {
	Name          string                              `json:"name"`
	Operation     string                              `json:"operation"`
	DesiredObj    json.RawMessage                     `json:"desiredObj,omitempty"`
	ObservedObj   json.RawMessage                     `json:"observedObj,omitempty"`
	StatusItems   []workv1alpha2.AggregatedStatusItem `json:"statusItems,omitempty"`
	InputReplicas int32                               `json:"inputReplicas,omitempty"`
	Output        map[string]any                      `json:"output"`
}

// YAML returns one document, in the order in which people read a case: what is asked, about what, and the answer.
func (w Written) YAML() ([]byte, error) {
	data, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	var document []byte
	for _, name := range []string{"name", "operation", "desiredObj", "observedObj", "statusItems", "inputReplicas", "output"} {
		value, ok := fields[name]
		if !ok {
			continue
		}
		text, err := yaml.Marshal(map[string]json.RawMessage{name: value})
		if err != nil {
			return nil, err
		}
		document = append(document, text...)
	}
	return document, nil
}
