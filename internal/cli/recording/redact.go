// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package recording

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Redactor replaces texts by pseudonyms. Equal texts get equal pseudonyms for the life of a Redactor, so that a redacted
// request still leads to the redacted answer and can be replayed; the key dies with the process. It is not safe for
// concurrent use.
//
// Kept are the shape, numbers, booleans and times; apiVersion, kind, operation and the words of the Kubernetes API;
// amounts of resources; the keys of Karmada's and Kubernetes' own labels and annotations. managedFields are dropped.
// Names of members are kept except in maps of free keys such as labels and data.
type Redactor struct {
	key []byte
	// seen are the texts of the current call that got a pseudonym.
	seen map[string]bool
}

// NewRedactor returns a Redactor with a random key.
func NewRedactor() *Redactor {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return &Redactor{key: key, seen: map[string]bool{}}
}

// JSON returns the document with its contents redacted.
func (r *Redactor) JSON(document []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(r.value(value, nil))
}

func (r *Redactor) value(value any, path []string) any {
	switch value := value.(type) {
	case map[string]any:
		redacted := make(map[string]any, len(value))
		for _, name := range slices.Sorted(maps.Keys(value)) { // in order, since text looks at what was seen before
			if name != "managedFields" {
				redacted[r.name(name, path)] = r.value(value[name], append(slices.Clip(path), name))
			}
		}
		return redacted
	case []any:
		redacted := make([]any, len(value))
		for i, item := range value {
			redacted[i] = r.value(item, path)
		}
		return redacted
	case string:
		return r.text(value, path)
	}
	return value
}

// freeKeys are maps whose keys people choose; amounts are maps of resources; words are members of the Kubernetes API
// that hold one word of a fixed list.
var (
	freeKeys = []string{"labels", "annotations", "matchLabels", "nodeSelector", "data", "stringData", "binaryData"}
	amounts  = []string{"requests", "limits", "overhead", "resourceRequest", "capacity"}
	single   = []string{"sizeLimit", "divisor", "storage"}
	exact    = []string{"apiVersion", "kind", "operation", "op"}
	words    = []string{"operator", "effect", "type", "status", "health", "phase", "patchType", "imagePullPolicy",
		"restartPolicy", "protocol", "dnsPolicy", "whenUnsatisfiable", "reason", "pathType", "mountPropagation"}
	word     = regexp.MustCompile(`^[A-Z][A-Za-z0-9]{0,40}$`)
	quantity = regexp.MustCompile(`^[0-9.]{1,12}([eE][0-9]{1,2}|[numkMGTPE]|[KMGTPE]i)?$`)
)

func last(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// name redacts the name of a member where people choose it.
func (r *Redactor) name(name string, path []string) string {
	if !slices.Contains(freeKeys, last(path)) || isKnownKey(name) {
		return name
	}
	return r.pseudonym(name)
}

func isKnownKey(name string) bool {
	domain, _, found := strings.Cut(name, "/")
	return found && (strings.HasSuffix(domain, "karmada.io") || strings.HasSuffix(domain, "kubernetes.io") || strings.HasSuffix(domain, "k8s.io"))
}

// text redacts a text unless it is known to say nothing private. An interpreter's typed fields must still be readable,
// hence times and quantities.
func (r *Redactor) text(text string, path []string) string {
	key, parent := last(path), ""
	if len(path) > 1 {
		parent = path[len(path)-2]
	}
	switch {
	case text == "", text == "true", text == "false", text == "default":
		return text
	case slices.Contains(freeKeys, parent):
		return r.pseudonym(text)
	case slices.Contains(exact, key), parent == "kind":
		return text
	case slices.Contains(words, key) && word.MatchString(text):
		return text
	case (slices.Contains(amounts, parent) || slices.Contains(single, key)) && quantity.MatchString(text):
		return text
	case key == "name" && parent == "components" && !r.seen[text]:
		return text // the interpreter's own word
	case isTime(text):
		return text
	case slices.Contains(path, "patch") && (key == "path" || key == "from"):
		return r.pointer(text)
	}
	return r.pseudonym(text)
}

// pointer redacts the chosen names in a JSON pointer.
func (r *Redactor) pointer(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i := 1; i < len(tokens); i++ {
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[i])
		tokens[i] = strings.NewReplacer("~", "~0", "/", "~1").Replace(r.name(name, tokens[:i]))
	}
	return strings.Join(tokens, "/")
}

func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

// pseudonym could be a name of any Kubernetes object.
func (r *Redactor) pseudonym(text string) string {
	r.seen[text] = true
	mac := hmac.New(sha256.New, r.key)
	mac.Write([]byte(text))
	return "r-" + hex.EncodeToString(mac.Sum(nil))[:12]
}
