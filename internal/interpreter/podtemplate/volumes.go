// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"workload.example.io/interpreter/internal/interpreter/view"
)

// source is a kind of volume that names a Secret, or Secrets: the member of the volume and the member of that which names
// it, either itself or as the name of an object.
type source struct{ member, name string }

// sources are in the order in which they count if an invalid volume has several: the first does, as for Karmada.
var sources = []source{
	{"azureFile", "secretName"},
	{"cephfs", "secretRef"},
	{"cinder", "secretRef"},
	{"flexVolume", "secretRef"},
	{"projected", ""},
	{"rbd", "secretRef"},
	{"secret", "secretName"},
	{"scaleIO", "secretRef"},
	{"iscsi", "secretRef"},
	{"storageos", "secretRef"},
	{"csi", "nodePublishSecretRef"},
}

// volume is what is known of a volume while it is read. It is used again for the next one.
type volume struct {
	// source is the index of the first of the sources that the volume has, and secrets are what that names.
	source  int
	secrets []string
	// configMap counts unless the volume has also a projected source.
	configMap string
	projected bool
}

// read reads a volume and adds what it refers to.
func (v *volume) read(decoder *jsontext.Decoder, r *references) error {
	*v = volume{source: len(sources), secrets: v.secrets[:0]}
	if err := view.Members(decoder, func(name []byte) error { return v.member(decoder, r, string(name)) }); err != nil {
		return err
	}
	if !v.projected {
		if err := r.add(decoder, configMap, []byte(v.configMap)); err != nil {
			return err
		}
	}
	for _, name := range v.secrets {
		if err := r.add(decoder, secret, []byte(name)); err != nil {
			return err
		}
	}
	return nil
}

func (v *volume) member(decoder *jsontext.Decoder, r *references, name string) error {
	switch name {
	case "name":
		return view.Skip(decoder)
	case "persistentVolumeClaim":
		return r.read(decoder, claim, "claimName")
	case "configMap":
		return view.Members(decoder, func(name []byte) (err error) {
			if string(name) != "name" {
				return view.Skip(decoder)
			}
			v.configMap, err = text(decoder)
			return err
		})
	}
	index := slices.IndexFunc(sources, func(s source) bool { return s.member == name })
	if index < 0 || decoder.PeekKind() == jsontext.KindNull {
		return view.Skip(decoder)
	}
	counts := index < v.source
	if counts {
		v.source, v.secrets = index, v.secrets[:0]
	}
	if name == "projected" {
		v.projected = true
		return v.readProjected(decoder, r, counts)
	}
	return v.readSecret(decoder, sources[index].name, counts)
}

// readSecret reads a source that names a Secret, and notes the name if the source counts.
func (v *volume) readSecret(decoder *jsontext.Decoder, member string, counts bool) error {
	return view.Members(decoder, func(name []byte) error {
		switch {
		case string(name) != member:
			return view.Skip(decoder)
		case member == "secretName":
			return v.note(decoder, counts)
		}
		return v.noteName(decoder, counts)
	})
}

// readProjected reads a source of several parts. ConfigMaps among them count in any case.
func (v *volume) readProjected(decoder *jsontext.Decoder, r *references, counts bool) error {
	return view.Members(decoder, func(name []byte) error {
		if string(name) != "sources" {
			return view.Skip(decoder)
		}
		return view.Items(decoder, func() error {
			return view.Members(decoder, func(name []byte) error {
				switch string(name) {
				case "configMap":
					return r.read(decoder, configMap, "name")
				case "secret":
					return v.noteName(decoder, counts)
				}
				return view.Skip(decoder)
			})
		})
	})
}

// noteName reads an object that names a Secret.
func (v *volume) noteName(decoder *jsontext.Decoder, counts bool) error {
	return view.Members(decoder, func(name []byte) error {
		if string(name) != "name" {
			return view.Skip(decoder)
		}
		return v.note(decoder, counts)
	})
}

// note reads the name of a Secret.
func (v *volume) note(decoder *jsontext.Decoder, counts bool) error {
	name, err := view.Text(decoder, view.MaxName)
	if err == nil && counts && len(name) > 0 {
		v.secrets = append(v.secrets, string(name))
	}
	return err
}
