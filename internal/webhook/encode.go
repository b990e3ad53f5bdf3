// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/interpreter/view"
)

// appendResponse appends the body of a response, byte for byte what encoding/json writes without escaping for HTML. The envelope and
// what is plain in it are written here; encoding/json writes what has maps and quantities.
func appendResponse(body []byte, response *interpreter.Response) ([]byte, error) {
	r := &response.ResourceInterpreterResponse
	body = append(body, `{"kind":"`+contextKind+`","apiVersion":"`+contextVersion+`","response":{"uid":`...)
	body, err := appendText(body, string(r.UID))
	body = append(body, `,"successful":`...)
	body = strconv.AppendBool(body, r.Successful)
	appendValue := func(name string, value any) {
		if err == nil {
			body, err = appendJSON(append(body, name...), value)
		}
	}
	if r.Status != nil {
		appendValue(`,"status":`, r.Status)
	}
	if len(r.Patch) > 0 {
		body = slices.Grow(body, base64.StdEncoding.EncodedLen(len(r.Patch))+maxEnvelope)
		body = append(body, `,"patch":"`...)
		body = append(base64.StdEncoding.AppendEncode(body, r.Patch), '"')
	}
	if r.PatchType != nil && err == nil {
		body, err = appendText(append(body, `,"patchType":`...), string(*r.PatchType))
	}
	if r.ReplicaRequirements != nil {
		appendValue(`,"replicaRequirements":`, r.ReplicaRequirements)
	}
	if r.Replicas != nil {
		body = strconv.AppendInt(append(body, `,"replicas":`...), int64(*r.Replicas), 10)
	}
	if len(r.Components) > 0 {
		appendValue(`,"components":`, r.Components)
	}
	if len(r.Dependencies) > 0 && err == nil {
		body, err = appendDependencies(append(body, `,"dependencies":`...), r.Dependencies)
	}
	if r.RawStatus != nil && err == nil {
		body, err = appendRaw(append(body, `,"rawStatus":`...), r.RawStatus)
	}
	if r.Healthy != nil {
		body = strconv.AppendBool(append(body, `,"healthy":`...), *r.Healthy)
	}
	return append(body, '}', '}'), err
}

// maxEnvelope is room for what stands around a patch.
const maxEnvelope = 256

// appendDependencies appends references.
func appendDependencies(body []byte, dependencies []configv1alpha1.DependentObjectReference) (_ []byte, err error) {
	for i := range dependencies {
		d := &dependencies[i]
		separator := `,{"apiVersion":`
		if i == 0 {
			separator = `[{"apiVersion":`
		}
		body, err = appendText(append(body, separator...), d.APIVersion)
		for _, member := range [...]struct{ name, value string }{{`,"kind":`, d.Kind}, {`,"namespace":`, d.Namespace}, {`,"name":`, d.Name}} {
			if err == nil && (member.value != "" || member.name == `,"kind":`) {
				body, err = appendText(append(body, member.name...), member.value)
			}
		}
		if err == nil && d.LabelSelector != nil {
			body, err = appendJSON(append(body, `,"labelSelector":`...), d.LabelSelector)
		}
		if err != nil {
			return body, err
		}
		body = append(body, '}')
	}
	return append(body, ']'), nil
}

// appendText appends a JSON string. Names are plain, and only other texts are left to encoding/json.
func appendText(body []byte, text string) ([]byte, error) {
	if !view.IsPlainText(text) {
		return appendJSON(body, text)
	}
	body = append(append(body, '"'), text...)
	return append(body, '"'), nil
}

// appendRaw appends JSON without white space.
func appendRaw(body []byte, raw *runtime.RawExtension) ([]byte, error) {
	if raw.Raw == nil {
		return appendJSON(body, raw)
	}
	buffer := bytes.NewBuffer(body)
	err := json.Compact(buffer, raw.Raw)
	return buffer.Bytes(), err
}

// appendJSON appends what encoding/json writes. Nobody puts an answer into a page, where < would have to be six bytes.
func appendJSON(body []byte, value any) ([]byte, error) {
	buffer := bytes.NewBuffer(body)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}
