// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhookconfig

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	configv1alpha1 "github.com/karmada-io/karmada/pkg/apis/config/v1alpha1"
	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/interpreter"
)

// comments explain the fields of a configuration to the person who applies it, by path. A path with "*" for an index is
// explained where it first stands, one with a number there alone.
func comments(registry *interpreter.Registry, config *configv1alpha1.ResourceInterpreterWebhookConfiguration) map[string]string {
	texts := map[string]string{
		"metadata.name": "Of all webhooks that match, Karmada asks the first in alphabetical order of configuration/webhook name.\n" +
			"A Lua customization of the same kind and operation wins over any webhook.",
		"webhooks.*.clientConfig.url": "karmada-controller-manager and the karmada-agent of each pull-mode member call this URL and send no\n" +
			"credentials: whoever knows the path can call too. Keep it as secret as you keep this object.",
		"webhooks.*.interpreterContextVersions": "The only version that Karmada speaks.",
		"webhooks.*.timeoutSeconds":             "How long Karmada waits, from 1 to 30. A start from zero needs about 10; unset means 30.",
	}
	if slices.ContainsFunc(config.Webhooks, func(w configv1alpha1.ResourceInterpreterWebhook) bool { return len(w.ClientConfig.CABundle) > 0 }) {
		texts["webhooks.*.clientConfig.caBundle"] = "With a caBundle, base64 of PEM, only these authorities are trusted, not the system's roots."
	} else {
		texts["webhooks.*.clientConfig.url"] += "\nWithout a caBundle the callers trust the roots of their own system."
	}
	for i, kind := range registry.Kinds() {
		texts[fmt.Sprintf("webhooks.%d.rules.0.operations", i)] = operationsComment(kind.Operations(), config.Webhooks[i].Rules[0].Operations)
	}
	return texts
}

// operationsComment says what of all operations of a kind is registered and why.
func operationsComment(all, registered []interpreter.Operation) string {
	switch {
	case len(registered) == len(all) && slices.Contains(all, interpretComponent):
		return "Everything that the kind implements. InterpretComponent has an effect with Karmada's feature gate\n" +
			"MultiplePodTemplatesScheduling."
	case len(registered) == len(all):
		return "Everything that the kind implements."
	case slices.Contains(registered, interpretComponent):
		return "For Karmada's feature gate MultiplePodTemplatesScheduling. ReviseReplica is left out: with the gate and both\n" +
			"operations, Karmada v1.18 revises every member to 0 replicas."
	}
	return "What the kind implements, without InterpretComponent: that needs Karmada's feature gate\n" +
		"MultiplePodTemplatesScheduling and must not stand beside ReviseReplica (interpret config --components)."
}

// YAML returns a configuration that New made for the kinds, with comments that explain its fields.
func YAML(registry *interpreter.Registry, config *configv1alpha1.ResourceInterpreterWebhookConfiguration) ([]byte, error) {
	plain, err := yaml.Marshal(config)
	if err != nil {
		return nil, err
	}
	var document yamlv3.Node
	if err := yamlv3.Unmarshal(plain, &document); err != nil {
		return nil, err
	}
	texts := comments(registry, config)
	annotate(document.Content[0], "", texts)
	for path := range texts {
		return nil, fmt.Errorf("cannot explain %s: the configuration has no such field", path)
	}
	var out bytes.Buffer
	encoder := yamlv3.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(&document); err != nil {
		return nil, err
	}
	return out.Bytes(), encoder.Close()
}

// annotate puts each text above its field, once, and takes it out of the map.
func annotate(node *yamlv3.Node, path string, texts map[string]string) {
	switch node.Kind {
	case yamlv3.MappingNode:
		for i := 0; i < len(node.Content); i += 2 {
			key, value := node.Content[i], node.Content[i+1]
			below := strings.TrimPrefix(path+"."+key.Value, ".")
			for _, place := range []string{below, indexes.ReplaceAllString(below, ".*")} {
				if text, ok := texts[place]; ok {
					key.HeadComment = "# " + strings.ReplaceAll(text, "\n", "\n# ")
					delete(texts, place)
				}
			}
			annotate(value, below, texts)
		}
	case yamlv3.SequenceNode:
		for i, item := range node.Content {
			annotate(item, path+"."+strconv.Itoa(i), texts)
		}
	}
}

var indexes = regexp.MustCompile(`\.\d+`)
