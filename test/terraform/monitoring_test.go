// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	failuresPerMinute = 7 // alert_failures_per_minute of the odd values
	hours             = 3 * time.Hour
	karmadaAgent      = "kube-apiserver-admission"
)

// backoff is when Karmada calls again for what always fails: after 5 ms, then twice as long each time, 1000 s at most.
func backoff(from, until time.Duration) []time.Duration {
	var out []time.Duration
	for at, pause := from, 5*time.Millisecond; at < until; at, pause = at+pause, min(2*pause, 1000*time.Second) {
		out = append(out, at)
	}
	return out
}

// event is a log entry, or count points of a metric.
type event struct {
	at     time.Duration
	entry  entry
	count  float64
	logged bool
}

// timeline is what Cloud Run and the function log and count.
type timeline struct {
	service, region string
	events          []event
}

func (l *timeline) add(at time.Duration, e entry, logged bool, count float64) {
	full := entry{"resource.type": "cloud_run_revision", "resource.labels.service_name": l.service, "resource.labels.location": l.region}
	maps.Copy(full, e)
	l.events = append(l.events, event{at, full, count, logged})
}

// line is one of the function's own.
func (l *timeline) line(at time.Duration, e entry) {
	e["log_id"] = "run.googleapis.com/stderr"
	l.add(at, e, true, 1)
}

// request is one, or count, that the platform logs, and counts if it reached an instance.
func (l *timeline) request(at time.Duration, status, agent string, reached bool, count float64) {
	l.add(at, entry{"log_id": "run.googleapis.com/requests", "httpRequest.status": status, "httpRequest.userAgent": agent}, true, count)
	if reached {
		l.add(at, entry{"metric.type": "run.googleapis.com/request_count", "metric.labels.response_code": status}, false, count)
	}
}

// answer is a call that the function answers.
func (l *timeline) answer(at time.Duration, object, outcome string) {
	status := map[string]string{"ok": "200", "refused": "200", "invalid": "400", "busy": "503", "bug": "500"}[outcome]
	namespace, name, _ := strings.Cut(object, "/")
	l.line(at, entry{
		"jsonPayload.outcome": outcome, "jsonPayload.operation": "ReviseReplica", "jsonPayload.namespace": namespace, "jsonPayload.name": name,
	})
	l.request(at, status, karmadaAgent, true, 1)
}

// monitoring is what a plan counts, drops and alerts on.
type monitoring struct {
	metrics    map[string]metric
	exclusions []filter
	policies   map[string][]condition
}

type metric struct {
	filter filter
	labels map[string]string // label to field
}

type condition struct {
	filter          filter
	threshold       float64
	window, lasting time.Duration
	groupBy         []string
}

func newMonitoring(resources []resource) (*monitoring, error) {
	m := &monitoring{metrics: map[string]metric{}, policies: map[string][]condition{}}
	for _, r := range resources {
		var err error
		switch r.Type {
		case "google_logging_metric":
			err = m.addMetric(r.Change.After)
		case "google_logging_project_exclusion":
			var f filter
			f, err = parseFilter(r.Change.After["filter"].(string))
			m.exclusions = append(m.exclusions, f)
		case "google_monitoring_alert_policy":
			err = m.addPolicy(r)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Address, err)
		}
	}
	return m, nil
}

func (m *monitoring) addMetric(after map[string]any) error {
	f, err := parseFilter(after["filter"].(string))
	labels := map[string]string{}
	for label, extractor := range after["label_extractors"].(map[string]any) {
		labels[label] = strings.TrimSuffix(strings.TrimPrefix(extractor.(string), "EXTRACT("), ")")
	}
	m.metrics["logging.googleapis.com/user/"+after["name"].(string)] = metric{f, labels}
	return err
}

func (m *monitoring) addPolicy(r resource) error {
	text, err := json.Marshal(r.Change.After)
	if err != nil {
		return err
	}
	var policy struct {
		Conditions []struct {
			Threshold []struct {
				Filter       string
				Comparison   string
				Value        float64 `json:"threshold_value"`
				Duration     string
				Aggregations []struct {
					Period  string   `json:"alignment_period"`
					Aligner string   `json:"per_series_aligner"`
					Reducer string   `json:"cross_series_reducer"`
					GroupBy []string `json:"group_by_fields"`
				}
			} `json:"condition_threshold"`
		}
	}
	if err := json.Unmarshal(text, &policy); err != nil {
		return err
	}
	name := r.Index.(string)
	for _, c := range policy.Conditions {
		threshold := c.Threshold[0]
		aggregation := threshold.Aggregations[0]
		if got := threshold.Comparison + " " + aggregation.Aligner + " " + aggregation.Reducer; got != "COMPARISON_GT ALIGN_DELTA REDUCE_SUM" {
			return fmt.Errorf("cannot play %s: want COMPARISON_GT ALIGN_DELTA REDUCE_SUM", got)
		}
		f, err := parseFilter(threshold.Filter)
		if err != nil {
			return err
		}
		window, err := time.ParseDuration(aggregation.Period)
		if err != nil {
			return err
		}
		lasting, err := time.ParseDuration(threshold.Duration)
		if err != nil {
			return err
		}
		m.policies[name] = append(m.policies[name], condition{f, threshold.Value, window, lasting, aggregation.GroupBy})
	}
	return nil
}

func (m *monitoring) dropped(e entry) bool {
	return slices.ContainsFunc(m.exclusions, func(f filter) bool { return f(e) })
}

// alerts are those that fire.
func (m *monitoring) alerts(l *timeline) []string {
	points := m.points(l)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(m.policies)) {
		if slices.ContainsFunc(m.policies[name], func(c condition) bool { return c.fires(points) }) {
			out = append(out, name)
		}
	}
	return out
}

// points are those of the platform's metric and of the metrics made from log entries.
func (m *monitoring) points(l *timeline) []event {
	var out []event
	for _, e := range l.events {
		if !e.logged {
			out = append(out, e)
			continue
		}
		for name, metric := range m.metrics {
			if !metric.filter(e.entry) {
				continue
			}
			point := entry{"metric.type": name}
			for _, field := range []string{"resource.type", "resource.labels.service_name", "resource.labels.location"} {
				point[field] = e.entry[field]
			}
			for label, field := range metric.labels {
				point["metric.labels."+label] = e.entry[field]
			}
			out = append(out, event{at: e.at, entry: point, count: e.count})
		}
	}
	return out
}

// fires tells whether in some group the sum over the window is above the threshold, minute by minute, for long enough. A
// minute without a point in its window is below.
func (c condition) fires(points []event) bool {
	minutes := int(hours/time.Minute) + 1
	groups := map[string][]float64{}
	for _, p := range points {
		if !c.filter(p.entry) {
			continue
		}
		key := ""
		for _, field := range c.groupBy {
			key += p.entry[strings.Replace(field, "metric.label.", "metric.labels.", 1)] + "\n"
		}
		if groups[key] == nil {
			groups[key] = make([]float64, minutes)
		}
		if minute := int(p.at / time.Minute); minute < minutes {
			groups[key][minute] += p.count
		}
	}
	for _, counts := range groups {
		above := -1
		for now := range counts {
			sum := 0.0
			for then := max(0, now-int(c.window/time.Minute)+1); then <= now; then++ {
				sum += counts[then]
			}
			if sum <= c.threshold {
				above = -1
				continue
			}
			if above < 0 {
				above = now
			}
			if time.Duration(now-above)*time.Minute >= c.lasting {
				return true
			}
		}
	}
	return false
}
