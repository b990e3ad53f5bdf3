// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"encoding/json"
	"fmt"
	"mime"
	"sync"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

const contextKind = "ResourceInterpreterContext"

// codec is the one that Karmada decodes answers with (NewClientManager of k8s.io/apiserver/pkg/util/webhook). It goes by
// the bytes and not by the Content-Type, takes YAML as well, and supplies an apiVersion and a kind that are missing.
var codec = sync.OnceValue(func() runtime.Codec {
	scheme := runtime.NewScheme()
	if err := configv1alpha1.Install(scheme); err != nil {
		panic(err) // it only adds types to an empty scheme
	}
	return serializer.NewCodecFactory(scheme).LegacyCodec(schema.GroupVersion(configv1alpha1.GroupVersion))
})

// decode reads the context out of the answer by the rules of client-go's rest.Result.Into.
func (a *answer) decode() (*configv1alpha1.ResourceInterpreterContext, *Fault) {
	switch {
	case a.contentTypeError() != nil:
		return nil, &Fault{Name: ContentType,
			Cause: fmt.Sprintf("Karmada cannot read the Content-Type %q of the answer", a.quote(a.header.Get("Content-Type"))),
			Next:  "the endpoint must answer with Content-Type application/json"}
	case len(a.body) == 0:
		return nil, &Fault{Name: NotJSON, Cause: fmt.Sprintf("the answer has no body (status %d)", a.status), Next: wantContext}
	case len(a.body) > maxAnswer:
		return nil, &Fault{Name: InvalidAnswer, Cause: fmt.Sprintf("the answer has more than %d MiB", maxAnswer>>20),
			Next: "patch only the members that change"}
	}
	context := &configv1alpha1.ResourceInterpreterContext{}
	_, kind, err := codec().Decode(a.body, nil, context)
	switch {
	case err == nil:
		return context, nil
	case kind != nil && *kind != schema.GroupVersion(configv1alpha1.GroupVersion).WithKind(contextKind):
		return nil, &Fault{Name: InvalidAnswer,
			Cause: fmt.Sprintf("the answer is of kind %q, apiVersion %q%s", a.quote(kind.Kind), a.quote(kind.GroupVersion().String()), a.statusMessage()),
			Next:  wantContext}
	case a.media() == "text/html":
		return nil, &Fault{Name: HTML, Cause: fmt.Sprintf("the answer is a web page (status %d%s), it does not come from an interpreter", a.status, a.title()),
			Next: "look for a login page, a proxy or a gateway in between, or correct host and path"}
	}
	var members map[string]json.RawMessage
	if plain := json.Unmarshal(a.body, &members); plain != nil {
		err = plain // says the same in fewer words
	}
	return nil, &Fault{Name: NotJSON, Cause: "the body of the answer is no ResourceInterpreterContext: " + a.quote(err.Error()), Next: wantContext}
}

const wantContext = "the endpoint must answer in JSON, apiVersion config.karmada.io/v1alpha1, kind ResourceInterpreterContext"

func (a *answer) contentTypeError() error {
	value := a.header.Get("Content-Type")
	if value == "" {
		return nil
	}
	_, _, err := mime.ParseMediaType(value)
	return err
}

// media is the type that the answer says it has, without parameters.
func (a *answer) media() string {
	media, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	return media
}
