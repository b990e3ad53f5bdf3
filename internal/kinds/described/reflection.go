// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package described

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described/document"
	"workload.example.io/interpreter/internal/kinds/described/fieldpath"
	"workload.example.io/interpreter/internal/kinds/described/strictyaml"
)

// templateGeneration is the annotation in which Karmada tells a member which generation its object was made from.
const templateGeneration = "resourcetemplate.karmada.io/generation"

// reflectionPlan answers InterpretStatus.
type reflectionPlan struct {
	*plan
	fields     []reflected
	expression *expression
	generation *generations
}

// generations is where the generations stand.
type generations struct {
	status, own, template document.Slot
}

type reflected struct {
	slot    document.Slot
	path    fieldpath.Path
	absent  []byte
	text    strictyaml.Text
	located *location
}

// below returns the path of a field of the status.
func below(text strictyaml.Text) fieldpath.Path {
	return append(fieldpath.Path{{Name: "status"}}, path(text)...)
}

func (c *compiler) statusReflection(r *StatusReflection) *reflectionPlan {
	p := c.plan("statusReflection")
	defer p.seal()
	made := &reflectionPlan{plan: p, expression: c.expression(p, r.Expression, someMap...)}
	for i := range r.Fields {
		f := &r.Fields[i]
		at := below(f.Path)
		slot := p.object.Locate(at)
		made.fields = append(made.fields, reflected{slot, at[1:], c.absent(f), f.Path, &location{slot, at.Below(rootObject), f.Path}})
	}
	if r.Generation {
		metadata := fieldpath.Step{Name: "metadata"}
		made.generation = &generations{
			status:   p.object.Locate(fieldpath.Path{{Name: "status"}}),
			own:      p.object.Locate(fieldpath.Path{metadata, {Name: "generation"}}),
			template: p.object.Locate(fieldpath.Path{metadata, {Name: "annotations"}, {Name: templateGeneration}}),
		}
	}
	return made
}

// absent returns a default as JSON, nil for none.
func (c *compiler) absent(f *Field) []byte {
	if f.Default == nil {
		return nil
	}
	raw, err := json.Marshal(f.Default)
	if err != nil {
		c.fail(f.Path, 0, "want a default that JSON has, got another one")
	}
	return raw
}

func (p *reflectionPlan) interpret(req *interpreter.Request, trace *Trace) (json.RawMessage, error) {
	c, err := p.start(req, trace)
	if err != nil {
		return nil, err
	}
	defer c.end()
	var status members
	if p.expression != nil {
		all, err := c.membersOf(p.expression)
		if err != nil {
			return nil, err
		}
		status.list = present(all)
	}
	for i := range p.fields {
		f := &p.fields[i]
		raw := c.object.Raw(f.slot)
		c.followed(f.located, raw)
		if raw == nil {
			raw = f.absent
		}
		if raw != nil {
			status.set(f.path, raw)
		}
	}
	if p.generation != nil && c.object.Raw(p.generation.status) != nil {
		p.generation.add(c, &status)
	}
	return status.append(nil), nil
}

func (g *generations) add(c *call, status *members) {
	if own := c.object.Raw(g.own); own != nil {
		status.set(fieldpath.Path{{Name: "generation"}}, own)
	}
	// A text, as every annotation; tests of Karmada have a number.
	text := bytes.Trim(c.object.Raw(g.template), `"`)
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		status.set(fieldpath.Path{{Name: "resourceTemplateGeneration"}}, strconv.AppendInt(nil, n, 10))
	}
}

// members is a JSON object that is being made. Its zero value is empty.
type members struct {
	list []made
}

type made struct {
	name  string
	raw   []byte
	inner *members
}

func (m *members) set(path fieldpath.Path, raw []byte) {
	for i := range m.list {
		if e := &m.list[i]; e.name == path[0].Name {
			if len(path) > 1 && e.inner != nil {
				e.inner.set(path[1:], raw)
			} else {
				e.raw, e.inner = raw, nil
			}
			return
		}
	}
	if len(path) == 1 {
		m.list = append(m.list, made{name: path[0].Name, raw: raw})
		return
	}
	inner := &members{}
	inner.set(path[1:], raw)
	m.list = append(m.list, made{name: path[0].Name, inner: inner})
}

func (m *members) append(dst []byte) []byte {
	dst = append(dst, '{')
	for i := range m.list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, _ = jsontext.AppendQuote(dst, m.list[i].name)
		dst = append(dst, ':')
		if m.list[i].inner != nil {
			dst = m.list[i].inner.append(dst)
		} else {
			dst = append(dst, m.list[i].raw...)
		}
	}
	return append(dst, '}')
}
