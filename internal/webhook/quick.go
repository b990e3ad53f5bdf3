// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// quick reads an ordinary context in the pass that checks the body, and reports whether it did. Otherwise the context must be
// read by view.Document, which says what is wrong.
func (c *contextView) quick(body []byte) bool {
	if view.Read(body, c.read) {
		return true
	}
	*c = contextView{}
	return false
}

func (c *contextView) read(r *view.Reader) {
	r.Object(func(name []byte) {
		switch string(name) {
		case "apiVersion":
			c.APIVersion = text(r, contextVersion)
		case "kind":
			c.Kind = text(r, contextKind)
		case "request":
			c.Request = &c.room
			r.Object(func(name []byte) { c.member(r, name) })
		default:
			r.Skip()
		}
	})
}

// member reads a member of the request.
func (c *contextView) member(r *view.Reader, name []byte) {
	v := c.Request
	switch string(name) {
	case "uid":
		v.UID = types.UID(r.Text())
	case "kind":
		r.Object(func(name []byte) { gvkMember(&v.Kind, r, name) })
	case "name":
		v.Name = string(r.Text())
	case "namespace":
		v.Namespace = string(r.Text())
	case "operation":
		v.Operation = operation(r.Text())
	case "object":
		v.Object = r.Span()
	case "observedObject":
		v.ObservedObject = r.Span()
	case "replicas":
		c.replicas = r.Count()
		v.DesiredReplicas = &c.replicas
	case "aggregatedStatus":
		r.Array(func() { v.AggregatedStatus.item(r) })
	default:
		r.Skip()
	}
}

func gvkMember(gvk *metav1.GroupVersionKind, r *view.Reader, name []byte) {
	switch string(name) {
	case "group":
		gvk.Group = string(r.Text())
	case "version":
		gvk.Version = string(r.Text())
	case "kind":
		gvk.Kind = string(r.Text())
	default:
		r.Skip()
	}
}

// item reads one item of aggregatedStatus.
func (s *statusesView) item(r *view.Reader) {
	var item statusView
	r.Object(func(name []byte) {
		switch string(name) {
		case "clusterName":
			item.clusterName = string(shortText(r))
		case "health":
			item.health = health(shortText(r))
		case "status":
			item.status = r.Span()
		case "applied":
			item.applied = r.Bool()
		default:
			r.Skip()
		}
	})
	if len(*s) == maxStatuses {
		r.GiveUp()
		return
	}
	*s = append(*s, item)
}

// shortText reads a string that is no longer than view.MaxName.
func shortText(r *view.Reader) []byte {
	text := r.Text()
	if len(text) > view.MaxName {
		r.GiveUp()
		return nil
	}
	return text
}

// text reads a string and makes no copy of the usual one.
func text(r *view.Reader, usual string) string {
	text := r.Text()
	if string(text) == usual {
		return usual
	}
	return string(text)
}

var operations = interpreter.Operations()

// operation makes no copy of the name of an operation that there is.
func operation(text []byte) interpreter.Operation {
	for _, known := range operations {
		if string(text) == string(known) {
			return known
		}
	}
	return interpreter.Operation(text)
}
