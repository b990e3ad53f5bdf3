// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate_test

import (
	"fmt"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/interpreter/podtemplate"
)

func TestRequirements(t *testing.T) {
	const affinity = `"affinity":{"podAntiAffinity":{},"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{}],"requiredDuringSchedulingIgnoredDuringExecution":`
	container := func(requests, limits string) string {
		return `{"resources":{"requests":{` + requests + `},"limits":{` + limits + `}}}`
	}
	tests := map[string]struct{ reason, spec, want string }{
		"nothing":         {"no requirements", ``, `null`},
		"a priority":      {"alone requires nothing", `"priorityClassName":"high"`, `null`},
		"node selector":   {"with the priority", `"priorityClassName":"high","nodeSelector":{"disk":"ssd"}`, `{"nodeClaim":{"nodeSelector":{"disk":"ssd"}},"priorityClassName":"high"}`},
		"empty selector":  {"is a claim, as for Karmada", `"nodeSelector":{}`, `{"nodeClaim":{}}`},
		"null selector":   {"is none", `"nodeSelector":null`, `null`},
		"tolerations":     {"are kept whole", `"tolerations":[{"key":"a","operator":"Equal","value":"b","effect":"NoExecute","tolerationSeconds":7},{}]`, `{"nodeClaim":{"tolerations":[{"key":"a","operator":"Equal","value":"b","effect":"NoExecute","tolerationSeconds":7},{}]}}`},
		"no tolerations":  {"are no claim", `"tolerations":[]`, `null`},
		"affinity":        {"the required one is kept whole", affinity + `{"nodeSelectorTerms":[{"matchExpressions":[{"key":"zone","operator":"In","values":["a","b"]}],"matchFields":[{"key":"metadata.name","operator":"Exists"}]},{}]}}}`, `{"nodeClaim":{"hardNodeAffinity":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"zone","operator":"In","values":["a","b"]}],"matchFields":[{"key":"metadata.name","operator":"Exists"}]},{}]}}}`},
		"empty affinity":  {"is a claim", affinity + `{}}}`, `{"nodeClaim":{"hardNodeAffinity":{"nodeSelectorTerms":null}}}`},
		"null affinity":   {"is none", affinity + `null}}`, `null`},
		"sum":             {"of containers", `"containers":[` + container(`"cpu":"100m"`, ``) + `,` + container(`"cpu":0.2,"memory":"1Gi"`, `"memory":"2Gi"`) + `]`, `{"resourceRequest":{"cpu":"300m","memory":"1Gi"}}`},
		"limits":          {"stand in for missing requests of the same container", `"containers":[{"resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"100m"}}},` + container(``, `"cpu":"1"`) + `]`, `{"resourceRequest":{"cpu":"1100m","memory":"1Gi"}}`},
		"a zero request":  {"is a request", `"containers":[` + container(`"cpu":"0"`, `"cpu":"1"`) + `,` + container(`"cpu":null`, `"cpu":"1"`) + `]`, `null`},
		"init containers": {"raise the sum to the largest of them", `"initContainers":[` + container(`"cpu":"2"`, ``) + `,` + container(`"cpu":"1"`, `"memory":"1Gi"`) + `],"containers":[` + container(`"cpu":"1","memory":"2Gi"`, ``) + `]`, `{"resourceRequest":{"cpu":"2","memory":"2Gi"}}`},
		"overhead":        {"comes on top", `"overhead":{"cpu":"1"},"initContainers":[` + container(`"cpu":"2"`, ``) + `]`, `{"resourceRequest":{"cpu":"3"}}`},
		"uncounted":       {"is left out", `"overhead":{"tea":"1","requests.example.com/x":"1","bad name/x":"1","example.com/gpu":"2","kubernetes.io/x":"3","hugepages-2Mi":"4Mi","pods":"5","ephemeral-storage":"6Ki"}`, `{"resourceRequest":{"ephemeral-storage":"6Ki","example.com/gpu":"2","hugepages-2Mi":"4Mi","kubernetes.io/x":"3","pods":"5"}}`},
		"nothing left":    {"no list", `"overhead":{"cpu":"-1","tea":"1","memory":"0"}`, `null`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := requirements(t, spec(t, test.spec)); got != test.want {
				t.Errorf("%s\nof   %s\ngot  %s\nwant %s", test.reason, test.spec, got, test.want)
			}
		})
	}
}

// TestManyResources asks for more resources than are found one by one, in another order each time.
func TestManyResources(t *testing.T) {
	var containers []string
	for i := range 100 {
		containers = append(containers, fmt.Sprintf(`{"resources":{"limits":{"example.com/r%d":"1","example.com/r%d":"7"},"requests":{"example.com/r%d":"2"}}}`, i, 99-i, 99-i))
	}
	got := spec(t, `"containers":[`+strings.Join(containers, ",")+`]`).Requirements().ResourceRequest
	if len(got) != 100 {
		t.Errorf("got %d resources, want 100", len(got))
	}
	for name, quantity := range got {
		if quantity.Value() != 3 { // 1 as a limit, 2 as a request that has a limit beside it
			t.Errorf("got %s of %s, want 3", quantity.String(), name)
		}
	}
}

// TestRefusals holds the error and its path for everything that is refused.
func TestRefusals(t *testing.T) {
	long := strings.Repeat("x", 318)
	const place = "cannot decode object.spec.template.spec."
	tests := map[string]struct{ spec, want string }{
		"containers":         {`"containers":{}`, "containers: want array, got object"},
		"container":          {`"containers":[{},7]`, "containers[1]: want object, got number"},
		"env":                {`"initContainers":[{"env":{}}]`, "initContainers[0].env: want array, got object"},
		"secret name":        {`"containers":[{"env":[{},{"valueFrom":{"secretKeyRef":{"name":1}}}]}]`, "containers[0].env[1].valueFrom.secretKeyRef.name: want string, got number"},
		"volume name":        {`"volumes":[{"projected":{"sources":[{"configMap":{"name":true}}]}}]`, "volumes[0].projected.sources[0].configMap.name: want string, got boolean"},
		"long name":          {`"imagePullSecrets":[{"name":"` + long + `"}]`, "imagePullSecrets[0].name: want string of at most 317 bytes, got longer string"},
		"long resource":      {`"overhead":{"` + long + `":1}`, `overhead.` + long[:317-len("object.spec.template.spec.overhead.")-61] + "..."},
		"long label":         {`"nodeSelector":{"a":"` + long + `"}`, "nodeSelector.a: want string of at most 317 bytes, got longer string"},
		"label":              {`"nodeSelector":{"a":1}`, "nodeSelector.a: want string, got number"},
		"toleration":         {`"tolerations":[{"key":[]}]`, "tolerations[0].key: want string, got array"},
		"long toleration":    {`"tolerations":[{"value":"` + long + `"}]`, "tolerations[0]: want toleration of strings of at most 317 bytes, got longer string"},
		"seconds":            {`"tolerations":[{"tolerationSeconds":1.5}]`, "tolerations[0].tolerationSeconds: want integer, got number with a fraction or an exponent"},
		"affinity":           {`"affinity":{"nodeAffinity":[]}`, "affinity.nodeAffinity: want object, got array"},
		"values":             {`"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchFields":[{"values":[{}]}]}]}}}`, "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values[0]: want string, got object"},
		"quantity":           {`"containers":[{"resources":{"requests":{"cpu":"lots"}}}]`, "containers[0].resources.requests.cpu: want quantity, got string"},
		"no quantity":        {`"containers":[{"resources":{"limits":{"cpu":{}}}}]`, "containers[0].resources.limits.cpu: want quantity, got object"},
		"long quantity":      {`"containers":[{"resources":{"limits":{"cpu":"` + strings.Repeat("1", 65) + `"}}}]`, "containers[0].resources.limits.cpu: want quantity of at most 64 bytes, got longer one"},
		"long number":        {`"overhead":{"cpu":` + strings.Repeat("1", 1_000_000) + `}`, "overhead.cpu: want quantity of at most 64 bytes, got longer one"},
		"exponent":           {`"initContainers":[{"resources":{"requests":{"cpu":"1e-100000000"}}}]`, "initContainers[0].resources.requests.cpu: want quantity with an exponent from -99 to 99, got another exponent"},
		"exponent number":    {`"overhead":{"memory":1E+1000000000}`, "overhead.memory: want quantity with an exponent from -99 to 99, got another exponent"},
		"tolerations":        {`"tolerations":[` + repeat(`{}`, podtemplate.MaxItems+1) + `]`, "tolerations[10000]: want at most 10000 items, got more"},
		"values and terms":   {`"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchFields":[{"values":[` + repeat(`""`, podtemplate.MaxItems) + `]}]}]}}}`, "nodeSelectorTerms[0].matchFields[0]: want at most 10000 items, got more"},
		"labels":             {`"nodeSelector":{` + numbered(`"l%d":""`, podtemplate.MaxItems+1) + `}`, "nodeSelector.l10000: want at most 10000 labels, got more"},
		"resources":          {`"overhead":{` + numbered(`"r%d":0`, podtemplate.MaxItems+1) + `}`, "overhead.r10000: want at most 10000 different resources, got more"},
		"pull secrets":       {`"imagePullSecrets":[` + numbered(`{"name":"s%d"}`, podtemplate.MaxItems+1) + `]`, "want references to at most 10000 different objects, got more"},
		"too many projected": {`"volumes":[{"projected":{"sources":[` + numbered(`{"secret":{"name":"s%d"}}`, 3*podtemplate.MaxItems) + `]}}]`, "want references to at most 10000 different objects, got more"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := podtemplate.Decode([]byte(`{"spec":{`+test.spec+`}}`), "object.spec.template")
			if err == nil || !strings.HasPrefix(err.Error(), "cannot decode object.spec.template") || !strings.Contains(err.Error(), strings.TrimPrefix(test.want, place)) {
				t.Errorf("got %v\nwant %s%s", err, place, test.want)
			}
		})
	}
}

// repeat is n times the value, with commas.
func repeat(value string, n int) string {
	return strings.Repeat(value+",", n-1) + value
}

// numbered is n values, each with its number, with commas.
func numbered(format string, n int) string {
	var list strings.Builder
	for i := range n {
		if i > 0 {
			list.WriteByte(',')
		}
		fmt.Fprintf(&list, format, i)
	}
	return list.String()
}
