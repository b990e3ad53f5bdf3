// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package terraform_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// entry is a log entry or a point of a metric: field names as filters have them, and values.
type entry map[string]string

// filter is a filter of Cloud Logging or Cloud Monitoring, as far as terraform/modules/endpoint uses the languages
// (https://cloud.google.com/logging/docs/view/logging-query-language, https://cloud.google.com/monitoring/api/v3/filters).
type filter func(entry) bool

var token = regexp.MustCompile(`\s*(?:(\n)|(\()|(\))|(AND|OR|NOT)\b|(log_id)\("([^"]*)"\)|([a-zA-Z_.]+)\s*(>=|<=|!=|=~|!~|=|>|<|:)\s*(monitoring\.regex\.full_match\("[^"]*"\)|"(?:[^"\\]|\\.)*"|[0-9.]+|\*))`)

// parseFilter reads a filter. Conditions side by side must all hold, and OR binds closer than that.
func parseFilter(text string) (filter, error) {
	p := &parser{}
	for rest := strings.TrimSpace(text); rest != ""; {
		m := token.FindStringSubmatch(rest)
		if m == nil || !strings.HasPrefix(rest, m[0]) {
			return nil, fmt.Errorf("cannot read the filter at %q", rest)
		}
		if m[1] == "" {
			p.tokens = append(p.tokens, m)
		}
		rest = strings.TrimSpace(rest[len(m[0]):])
	}
	f, err := p.all()
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("cannot read the filter %q: there is something left at %q", text, p.tokens[0][0])
	}
	return f, err
}

type parser struct{ tokens [][]string }

func (p *parser) next(group int, value string) bool {
	if len(p.tokens) == 0 || p.tokens[0][group] == "" || value != "" && p.tokens[0][group] != value {
		return false
	}
	return true
}

func (p *parser) take() []string {
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

func (p *parser) all() (filter, error) {
	f, err := p.any()
	for err == nil && len(p.tokens) > 0 && !p.next(3, "") {
		if p.next(4, "AND") {
			p.take()
		}
		left := f
		var right filter
		if right, err = p.any(); err == nil {
			f = func(e entry) bool { return left(e) && right(e) }
		}
	}
	return f, err
}

func (p *parser) any() (filter, error) {
	f, err := p.one()
	for err == nil && p.next(4, "OR") {
		p.take()
		left := f
		var right filter
		if right, err = p.one(); err == nil {
			f = func(e entry) bool { return left(e) || right(e) }
		}
	}
	return f, err
}

func (p *parser) one() (filter, error) {
	if len(p.tokens) == 0 {
		return nil, fmt.Errorf("cannot read the filter: it ends too early")
	}
	t := p.take()
	switch {
	case t[4] == "NOT":
		f, err := p.one()
		return func(e entry) bool { return !f(e) }, err
	case t[2] != "":
		f, err := p.all()
		if err == nil && !p.next(3, "") {
			return nil, fmt.Errorf("cannot read the filter: a parenthesis is not closed")
		}
		if err == nil {
			p.take()
		}
		return f, err
	case t[5] != "":
		return func(e entry) bool { return e["log_id"] == t[6] }, nil
	case t[7] != "":
		return comparison(t[7], t[8], t[9])
	}
	return nil, fmt.Errorf("cannot read the filter at %q", t[0])
}

func comparison(field, operator, value string) (filter, error) {
	if pattern, isPattern := strings.CutPrefix(value, "monitoring.regex.full_match("); isPattern {
		operator, value = "=~", `"^(`+strings.Trim(pattern, `")`)+`)$"`
	}
	if value == "*" {
		return func(e entry) bool { _, there := e[field]; return there }, nil
	}
	if unquoted, err := strconv.Unquote(value); err == nil {
		value = unquoted
	}
	switch operator {
	case "=":
		return func(e entry) bool { return e[field] == value }, nil
	case "!=":
		return func(e entry) bool { return e[field] != value }, nil
	case "=~":
		pattern, err := regexp.Compile(value)
		return func(e entry) bool { return pattern.MatchString(e[field]) }, err
	case ">=":
		bound, err := strconv.ParseFloat(value, 64)
		return func(e entry) bool {
			number, err := strconv.ParseFloat(e[field], 64)
			return err == nil && number >= bound
		}, err
	}
	return nil, fmt.Errorf("cannot read the operator %s of the filter", operator)
}

func mustFilter(t *testing.T, text string) filter {
	t.Helper()
	f, err := parseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilter(t *testing.T) {
	for text, c := range map[string]struct {
		entry  entry
		want   bool
		reason string
	}{
		"a=\"1\"\nb:*":                         {entry{"a": "1", "b": ""}, true, "lines are joined by AND"},
		"a=\"1\"\nb!=\"2\"":                    {entry{"a": "1", "b": "2"}, false, "lines are joined by AND"},
		`a="1" OR b="2" AND c="3"`:             {entry{"a": "1", "c": "0"}, false, "OR binds closer than AND"},
		`(a="1" AND b="2") OR c>=5`:            {entry{"c": "12"}, true, "numbers compare as numbers"},
		`NOT a=~"^x"`:                          {entry{"a": "xy"}, false, "NOT turns around what follows"},
		`log_id("l")`:                          {entry{"log_id": "l"}, true, "a log is named"},
		`a=monitoring.regex.full_match("5..")`: {entry{"a": "5000"}, false, "the whole value must match"},
	} {
		if got := mustFilter(t, text)(c.entry); got != c.want {
			t.Errorf("%s: got %v for %s", c.reason, got, text)
		}
	}
	for _, text := range []string{`a=="1"`, `(a="1"`, `a=`, `a="1" OR`, `a="1")`} {
		if _, err := parseFilter(text); err == nil {
			t.Errorf("want an error for %s", text)
		}
	}
}
