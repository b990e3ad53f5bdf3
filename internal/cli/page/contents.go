// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"encoding/json"
	"strconv"

	jsonpatch "github.com/evanphx/json-patch/v5"
	yamlv3 "go.yaml.in/yaml/v3"

	"workload.example.io/interpreter/internal/cli/manifest"
)

// LinkMark begins the fragment of a link that holds contents. Only the page reads what is behind it.
const LinkMark = "#v1."

// Contents is everything that a person can change on the page: what the page sends, and what its links hold.
type Contents struct {
	// Description is a KindDescription in YAML, empty for the kinds that the command was built with.
	Description string `json:"description"`
	// Object is the resource template in YAML, as a person applies it to Karmada.
	Object string `json:"object"`
	// Member is the object in YAML as it stands in a member cluster.
	Member string `json:"member"`
	// Replicas is the count that ReviseReplica is asked for.
	Replicas int32 `json:"replicas"`
	// Members are the member clusters of the rollout.
	Members []Member `json:"members"`
}

// Member is a member cluster.
type Member struct {
	Name string `json:"name"`
	// Weight is the static weight of the policy.
	Weight int64 `json:"weight"`
	// Status is the status in YAML that the object has in this cluster, empty for none yet.
	Status string `json:"status"`
}

// editor names the editor of the status of a member.
func editor(member int) string {
	return "members/" + strconv.Itoa(member)
}

// source is the text of an editor with the JSON that it stands for.
type source struct {
	editor string
	// json is nil if the text is empty or cannot be read.
	json []byte
	places
}

// read reads the text of an editor, which is one YAML document or nothing.
func read(editor, text string) (source, *Problem) {
	s := source{editor: editor, places: placesIn(text)}
	documents, err := manifest.Documents("", []byte(text))
	if err != nil {
		problem := syntaxProblem(editor, syntaxError(text, err))
		return s, &problem
	}
	switch {
	case len(documents) > 1:
		return s, &Problem{Editor: editor, Line: 1, Column: 1, Message: "cannot use the text: want one document, got " + strconv.Itoa(len(documents))}
	case len(documents) == 1 && documents[0][0] != '{':
		return s, &Problem{Editor: editor, Line: 1, Column: 1, Message: "cannot use the text: want an object, got something else"}
	case len(documents) == 1:
		s.json = documents[0]
	}
	return s, nil
}

// syntaxError asks the parser that counts lines where the text is wrong; the other one may find mistakes of its own.
func syntaxError(text string, err error) error {
	var node map[string]any
	if found := yamlv3.Unmarshal([]byte(text), &node); found != nil {
		return found
	}
	return err
}

// templateGeneration is the annotation by which Karmada tells a member's object which generation of the template it was
// made from (workv1alpha2.ResourceTemplateGenerationAnnotationKey).
const templateGeneration = "resourcetemplate.karmada.io/generation"

// inCluster returns the object as it is in a member cluster: with the generation of the template, one of its own, and the
// status, without any if that is nil.
func inCluster(object, status []byte) ([]byte, error) {
	patch := map[string]any{
		"metadata": map[string]any{
			"generation":  1,
			"annotations": map[string]any{templateGeneration: strconv.FormatInt(metadataOf(object).Generation, 10)},
		},
		"status": nil,
	}
	merge, err := json.Marshal(patch)
	if err != nil {
		return nil, err
	}
	there, err := jsonpatch.MergePatch(object, merge)
	if err != nil || status == nil {
		return there, err
	}
	return jsonpatch.MergePatch(there, append(append([]byte(`{"status":`), status...), '}'))
}

// statusOf returns the status of an object, nil if it has none.
func statusOf(object []byte) json.RawMessage {
	var members struct {
		Status json.RawMessage `json:"status"`
	}
	_ = json.Unmarshal(object, &members)
	return members.Status
}
