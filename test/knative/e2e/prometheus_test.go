// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
)

// sample is one series of an answer of Prometheus.
type sample struct {
	Metric map[string]string `json:"metric"`
	Value  [2]any            `json:"value"`
}

func (one sample) number() float64 {
	value, _ := strconv.ParseFloat(fmt.Sprint(one.Value[1]), 64)
	return value
}

// query asks Prometheus through the API server.
func (s *suite) query(ctx context.Context, expression string) ([]sample, error) {
	body, err := s.host.CoreV1().RESTClient().Get().Namespace("monitoring").Resource("pods").Name("prometheus-prometheus-0:9090").
		SubResource("proxy").Suffix("/api/v1/query").Param("query", expression).DoRaw(ctx)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Data struct {
			Result []sample `json:"result"`
		} `json:"data"`
	}
	return answer.Data.Result, json.Unmarshal(body, &answer)
}

// sees waits until an expression has a result that is as wanted.
func (s *suite) sees(t *testing.T, what, expression string, wanted func([]sample) bool) {
	t.Helper()
	eventually(t, "Prometheus to see "+what, func(ctx context.Context) error {
		got, err := s.query(ctx, expression)
		if err == nil && !wanted(got) {
			err = fmt.Errorf("%s gives %v", expression, got)
		}
		return err
	})
}

func none(got []sample) bool { return len(got) == 0 }
func some(got []sample) bool { return len(got) > 0 }

// total is the value of an expression with one series, 0 if it has none.
func (s *suite) total(t *testing.T, expression string) float64 {
	t.Helper()
	got, err := s.query(t.Context(), expression)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 {
		return 0
	}
	return got[0].number()
}

// alert is one that Alertmanager has received.
type alert struct {
	Labels map[string]string `json:"labels"`
}

// alerts asks Alertmanager through the API server.
func (s *suite) alerts(ctx context.Context) ([]alert, error) {
	body, err := s.host.CoreV1().RESTClient().Get().Namespace("monitoring").Resource("pods").Name("alertmanager-alertmanager-0:9093").
		SubResource("proxy").Suffix("/api/v2/alerts").DoRaw(ctx)
	if err != nil {
		return nil, err
	}
	var all []alert
	return all, json.Unmarshal(body, &all)
}
