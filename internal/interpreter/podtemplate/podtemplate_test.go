// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package podtemplate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"workload.example.io/interpreter/internal/interpreter/podtemplate"
)

// spec decodes a template with the members in its spec.
func spec(t *testing.T, members string) *podtemplate.Template {
	t.Helper()
	template, err := podtemplate.Decode([]byte(`{"spec":{`+members+`}}`), "object.spec.template")
	if err != nil {
		t.Fatalf("%v\nof %.1000s", err, members)
	}
	return template
}

// names lists dependencies as Kind/name, and fails unless each is complete.
func names(t *testing.T, template *podtemplate.Template) string {
	t.Helper()
	var names []string
	for _, ref := range template.Dependencies("space") {
		if ref.APIVersion != "v1" || ref.Namespace != "space" || ref.LabelSelector != nil {
			t.Errorf("got %+v, want one of v1 in the namespace space", ref)
		}
		names = append(names, ref.Kind+"/"+ref.Name)
	}
	return strings.Join(names, " ")
}

func TestVolumeSources(t *testing.T) {
	tests := map[string]struct{ volume, want string }{
		"azureFile":             {`"azureFile":{"secretName":"x","shareName":"y"}`, "Secret/x"},
		"cephfs":                {`"cephfs":{"monitors":["y"],"secretRef":{"name":"x"}}`, "Secret/x"},
		"cinder":                {`"cinder":{"volumeID":"y","secretRef":{"name":"x"}}`, "Secret/x"},
		"configMap":             {`"configMap":{"name":"x","items":[{"key":"name"}]}`, "ConfigMap/x"},
		"csi":                   {`"csi":{"driver":"y","nodePublishSecretRef":{"name":"x"}}`, "Secret/x"},
		"flexVolume":            {`"flexVolume":{"driver":"y","secretRef":{"name":"x"}}`, "Secret/x"},
		"iscsi":                 {`"iscsi":{"iqn":"y","secretRef":{"name":"x"}}`, "Secret/x"},
		"persistentVolumeClaim": {`"persistentVolumeClaim":{"claimName":"x","readOnly":true}`, "PersistentVolumeClaim/x"},
		"projected config map":  {`"projected":{"sources":[{"configMap":{"name":"x"}}]}`, "ConfigMap/x"},
		"projected secret":      {`"projected":{"sources":[{"serviceAccountToken":{"path":"y"}},{"secret":{"name":"x"}}]}`, "Secret/x"},
		"rbd":                   {`"rbd":{"image":"y","secretRef":{"name":"x"}}`, "Secret/x"},
		"scaleIO":               {`"scaleIO":{"system":"y","secretRef":{"name":"x"}}`, "Secret/x"},
		"secret":                {`"secret":{"secretName":"x","optional":true}`, "Secret/x"},
		"storageos":             {`"storageos":{"volumeName":"y","secretRef":{"name":"x"}}`, "Secret/x"},
		"none of these":         {`"emptyDir":{},"hostPath":{"path":"y"},"downwardAPI":{"items":[]},"ephemeral":{"volumeClaimTemplate":{"spec":{"volumeName":"y"}}},"nfs":{"path":"y"}`, ""},
		"a name is no source":   {`"name":"secret"`, ""},
		"empty":                 {`"secret":{},"configMap":{"name":""}`, ""},
		"null":                  {`"azureFile":null,"projected":null,"secret":{"secretName":"x"},"configMap":{"name":"y"}`, "ConfigMap/y Secret/x"},
		"other members":         {`"secret":{"name":"y"},"configMap":{"secretName":"y"}`, ""},
		"another case":          {`"Secret":{"secretName":"x"},"secret":{"secretname":"x"}`, ""},
		"escapes":               {`"\u0073ecret":{"secr\u0065tName":"\u0078"}`, "Secret/x"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := names(t, spec(t, `"volumes":[{"name":"v",`+strings.TrimPrefix(test.volume, `"name":"v",`)+`}]`))
			if got != test.want {
				t.Errorf("got %q, want %q of %s", got, test.want, test.volume)
			}
		})
	}
}

// TestVolumeWithSeveralSources holds the order in which the sources of an invalid volume count, whatever theirs in JSON is.
func TestVolumeWithSeveralSources(t *testing.T) {
	ordered := []string{
		`"azureFile":{"secretName":"0"}`, `"cephfs":{"secretRef":{"name":"1"}}`, `"cinder":{"secretRef":{"name":"2"}}`, `"flexVolume":{"secretRef":{"name":"3"}}`,
		`"projected":{"sources":[{"secret":{"name":"4"}},{"configMap":{"name":"c"}}]}`, `"rbd":{"secretRef":{"name":"5"}}`, `"secret":{"secretName":"6"}`,
		`"scaleIO":{"secretRef":{"name":"7"}}`, `"iscsi":{"secretRef":{"name":"8"}}`, `"storageos":{"secretRef":{"name":"9"}}`, `"csi":{"nodePublishSecretRef":{"name":"10"}}`,
	}
	for i := range ordered {
		for j := range i {
			first := strings.Split("0 1 2 3 4 5 6 7 8 9 10", " ")[j]
			want := "Secret/" + first
			if i == 4 || j == 4 { // ConfigMaps of a projected volume count beside the Secret
				want = "ConfigMap/c " + want
			}
			for _, volume := range []string{ordered[i] + "," + ordered[j], ordered[j] + "," + ordered[i]} {
				if got := names(t, spec(t, `"volumes":[{`+volume+`}]`)); got != want {
					t.Errorf("got %q, want %q of %s", got, want, volume)
				}
			}
		}
	}
	const both = `"volumes":[{"configMap":{"name":"x"},"projected":{"sources":[{"configMap":{"name":"y"}}]}}]`
	if got := names(t, spec(t, both)); got != "ConfigMap/y" {
		t.Errorf("got %q, want the ConfigMap of the projected volume alone", got)
	}
	const emptyFirst = `"volumes":[{"secret":{"secretName":"x"},"azureFile":{}}]`
	if got := names(t, spec(t, emptyFirst)); got != "" {
		t.Errorf("got %q, want nothing: the first source counts and names nothing", got)
	}
}

func TestContainers(t *testing.T) {
	const members = `"env":[{"name":"A","value":"b"},{"name":"B","valueFrom":{"configMapKeyRef":{"name":"a","key":"k"}}},{"name":"C","valueFrom":{"secretKeyRef":{"name":"b","key":"k"}}},` +
		`{"name":"D","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}}],"envFrom":[{"prefix":"X","configMapRef":{"name":"c"}},{"secretRef":{"name":"d"}}],` +
		`"resources":{"limits":{"cpu":"2","memory":"1Gi"},"requests":{"cpu":"1"}}`
	const all = "ConfigMap/a ConfigMap/c Secret/b Secret/d"
	const requested = `{"resourceRequest":{"cpu":"1","memory":"1Gi"}}`
	tests := map[string]struct{ reason, container, requirements string }{
		"container": {"counts", `"containers":[{` + members + `}]`, requested},
		"init":      {"counts where it is the largest", `"initContainers":[{` + members + `}]`, requested},
		"sidecar":   {"counts as an init container, as for Karmada", `"initContainers":[{"restartPolicy":"Always",` + members + `}]`, requested},
		"ephemeral": {"has no resources", `"ephemeralContainers":[{"targetContainerName":"x",` + members + `}]`, `null`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			template := spec(t, test.container)
			if got := names(t, template); got != all {
				t.Errorf("%s: got dependencies %q, want %q", test.reason, got, all)
			}
			if got := requirements(t, template); got != test.requirements {
				t.Errorf("%s: got requirements %s, want %s", test.reason, got, test.requirements)
			}
		})
	}
}

func requirements(t *testing.T, template *podtemplate.Template) string {
	t.Helper()
	text, err := json.Marshal(template.Requirements())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDependencies(t *testing.T) {
	tests := map[string]struct{ reason, spec, want string }{
		"service account":         {"is needed", `"serviceAccountName":"robot"`, "ServiceAccount/robot"},
		"default service account": {"is everywhere", `"serviceAccountName":"default"`, ""},
		"deprecated account":      {"is an alias that nobody reads", `"serviceAccount":"robot"`, ""},
		"pull secrets":            {"are sorted, each once", `"imagePullSecrets":[{"name":"b"},{"name":"a"},{},null,{"name":"b"}]`, "Secret/a Secret/b"},
		"null":                    {"is absent", `"serviceAccountName":null,"imagePullSecrets":null,"containers":null,"volumes":[null],"initContainers":[null,{"env":[null,{"valueFrom":null}]}]`, ""},
		"kinds":                   {"come before names", `"serviceAccountName":"a","imagePullSecrets":[{"name":"a"}],"volumes":[{"persistentVolumeClaim":{"claimName":"a"}},{"configMap":{"name":"z"}}]`, "ConfigMap/z PersistentVolumeClaim/a Secret/a ServiceAccount/a"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := names(t, spec(t, test.spec)); got != test.want {
				t.Errorf("%s: got %q, want %q", test.reason, got, test.want)
			}
		})
	}
	if got := new(podtemplate.Template).Dependencies("space"); got != nil {
		t.Errorf("got %v of no template, want nil", got)
	}
}
