// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package recording

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var pseudonyms = regexp.MustCompile(`r-[0-9a-f]{12}`)

func TestRedact(t *testing.T) {
	tests := map[string]struct {
		reason, in, want string
	}{
		"text":              {in: `{"a":"secret"}`, want: `{"a":"*"}`},
		"equal texts":       {reason: "a pseudonym stands for a text", in: `["secret","other","secret"]`, want: `["*","*","*"]`},
		"numbers":           {reason: "numbers keep their form", in: `{"a":1.50,"b":12345678901234567890,"c":true,"d":null}`, want: `{"a":1.50,"b":12345678901234567890,"c":true,"d":null}`},
		"words":             {in: `{"apiVersion":"v1","kind":"Pod","type":"Ready","status":"True"}`, want: `{"apiVersion":"v1","kind":"Pod","status":"True","type":"Ready"}`},
		"status that tells": {reason: "only words of an API are words", in: `{"type":"my secret","reason":"the password is x"}`, want: `{"reason":"*","type":"*"}`},
		"times":             {reason: "typed fields must still decode", in: `{"creationTimestamp":"2026-01-02T03:04:05Z"}`, want: `{"creationTimestamp":"2026-01-02T03:04:05Z"}`},
		"amounts":           {in: `{"resources":{"requests":{"cpu":"500m","memory":"1Gi"}},"emptyDir":{"sizeLimit":"1Gi"}}`, want: `{"emptyDir":{"sizeLimit":"1Gi"},"resources":{"requests":{"cpu":"500m","memory":"1Gi"}}}`},
		"not an amount":     {in: `{"requests":{"cpu":"secret"},"phone":"0123456"}`, want: `{"phone":"*","requests":{"cpu":"*"}}`},
		"keys of labels":    {in: `{"labels":{"customer":"acme"}}`, want: `{"labels":{"*":"*"}}`},
		"known labels":      {in: `{"labels":{"resourcetemplate.karmada.io/retain-replicas":"true","app.kubernetes.io/name":"shop"}}`, want: `{"labels":{"app.kubernetes.io/name":"*","resourcetemplate.karmada.io/retain-replicas":"true"}}`},
		"label kind":        {reason: "a label is no member of the API", in: `{"labels":{"kind":"Secret"}}`, want: `{"labels":{"*":"*"}}`},
		"managed fields":    {in: `{"metadata":{"managedFields":[{"manager":"x"}]}}`, want: `{"metadata":{}}`},
		"group":             {in: `{"kind":{"group":"workload.example.io","version":"v1","kind":"Workload"}}`, want: `{"kind":{"group":"workload.example.io","kind":"Workload","version":"v1"}}`},
		"patch":             {in: `{"patch":[{"op":"add","path":"/metadata/labels/customer~1x","value":"acme"},{"op":"add","path":"/spec/replicas","value":2}],"patchType":"JSONPatch"}`, want: `{"patch":[{"op":"add","path":"/metadata/labels/*","value":"*"},{"op":"add","path":"/spec/replicas","value":2}],"patchType":"JSONPatch"}`},
		"own word":          {reason: "the interpreter's own word is not the caller's", in: `{"components":[{"name":"main"}]}`, want: `{"components":[{"name":"main"}]}`},
		"not its own word":  {in: `{"a":"main","components":[{"name":"main"}]}`, want: `{"a":"*","components":[{"name":"*"}]}`},
		"base64 of a patch": {reason: "what is not known is redacted", in: `{"rawPatch":"W10="}`, want: `{"rawPatch":"*"}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := NewRedactor().JSON([]byte(test.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, pseudonyms.ReplaceAllString(string(got), "*")); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.reason, diff)
			}
		})
	}
}

// TestPseudonyms shows that equal texts stay equal, that different ones differ, and that a key lives with its Redactor.
func TestPseudonyms(t *testing.T) {
	r := NewRedactor()
	first := r.pseudonym("a")
	if again := r.pseudonym("a"); again != first || r.pseudonym("b") == first {
		t.Error("want one pseudonym for each text")
	}
	if first == NewRedactor().pseudonym("a") {
		t.Error("want another pseudonym under another key: short texts could be guessed")
	}
}
