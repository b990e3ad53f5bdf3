// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package validate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"workload.example.io/interpreter/test/karmada/apply"
	"workload.example.io/interpreter/test/knative/internal/apiserver"
)

// The scripts run against the real API server, which knows all kinds but has no controllers: what they refuse, what they keep
// and what they apply is seen here, that Knative and Karmada then do it is seen by make -C test e2e-knative.

const (
	function = "workload-interpreter"
	image1   = "registry.example.com/interpreter@sha256:1111111111111111111111111111111111111111111111111111111111111111"
)

// kubectl is the folder of the command; kubeconfig has the contexts host and karmada, both of the API server of all tests.
var kubectl, kubeconfig string

func writeKubeconfig(running *apiserver.Server, dir string) error {
	rest := running.REST()
	config := clientcmdapi.NewConfig()
	config.Clusters["one"] = &clientcmdapi.Cluster{Server: rest.Host, CertificateAuthority: rest.CAFile}
	config.AuthInfos["admin"] = &clientcmdapi.AuthInfo{ClientCertificate: rest.CertFile, ClientKey: rest.KeyFile}
	for _, name := range []string{"host", "karmada"} {
		config.Contexts[name] = &clientcmdapi.Context{Cluster: "one", AuthInfo: "admin"}
	}
	kubeconfig = filepath.Join(dir, "kubeconfig")
	return clientcmd.WriteToFile(*config, kubeconfig)
}

// checkOut copies what the scripts need, so that a test can put files beside it.
func checkOut(t *testing.T) string {
	t.Helper()
	copied := t.TempDir()
	files := exec.CommandContext(t.Context(), "sh", "-c",
		"git ls-files -co --exclude-standard -z -- scripts knative Makefile | xargs -0 cp --parents --no-dereference -t "+copied)
	files.Dir = repository
	if out, err := files.CombinedOutput(); err != nil {
		t.Fatalf("cannot copy the repository: %v\n%s", err, out)
	}
	return copied
}

// script runs a script and returns all that it prints.
func script(t *testing.T, checkout, name string, env ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(checkout, "scripts", name+".sh"))
	cmd.Env = append(append(os.Environ(), "KUBECONFIG="+kubeconfig, "PATH="+kubectl+":"+os.Getenv("PATH"), "CONTEXT=host",
		"KARMADA_CONTEXT=karmada", "IMAGE="+image1, "TIMEOUT=1s"), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// refused wants the script to fail with all of these words in what it prints.
func refused(t *testing.T, checkout, name string, env []string, words ...string) string {
	t.Helper()
	out, err := script(t, checkout, name, env...)
	if err == nil {
		t.Errorf("%s with %v: want it to fail, it does not:\n%s", name, env, out)
	}
	for _, word := range words {
		if !strings.Contains(out, word) {
			t.Errorf("%s with %v: want %q in the output, got\n%s", name, env, word, out)
		}
	}
	return out
}

func object(t *testing.T, text string, args ...any) *unstructured.Unstructured {
	t.Helper()
	objects, err := apply.Decode(fmt.Appendf(nil, text, args...))
	if err != nil || len(objects) != 1 {
		t.Fatalf("want one object, got %d, %v", len(objects), err)
	}
	return objects[0]
}

// put applies an object as the scripts do, with its status if it has one, and deletes it after the test.
func put(t *testing.T, object *unstructured.Unstructured) {
	t.Helper()
	text, err := object.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), filepath.Join(kubectl, "kubectl"), "--kubeconfig", kubeconfig, "--context", "host", "apply", "--server-side", "-f", "-")
	command.Stdin = bytes.NewReader(text)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Cleanup(func() { remove(t, object) })
	if _, ok := object.Object["status"]; !ok {
		return
	}
	resource, err := server.Resource(object)
	if err == nil {
		var now *unstructured.Unstructured
		if now, err = server.Get(t.Context(), resource, object.GetName()); err == nil {
			now.Object["status"] = object.Object["status"]
			_, err = resource.UpdateStatus(t.Context(), now, metav1.UpdateOptions{})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, object *unstructured.Unstructured) {
	t.Helper()
	resource, err := server.Resource(object)
	if err == nil {
		err = resource.Delete(context.WithoutCancel(t.Context()), object.GetName(), metav1.DeleteOptions{})
	}
	if err != nil && !apierrors.IsNotFound(err) {
		t.Error(err)
	}
}

// get returns an object, nil if it is not there.
func get(t *testing.T, object *unstructured.Unstructured) *unstructured.Unstructured {
	t.Helper()
	resource, err := server.Resource(object)
	if err != nil {
		t.Fatal(err)
	}
	found, err := server.Get(t.Context(), resource, object.GetName())
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// deployed is a Service as a former deployment has left it.
func deployed(t *testing.T, spec, status string) *unstructured.Unstructured {
	return object(t, `{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: interpreter, namespace: %s,
  annotations: {workload.example.io/overlays: warm path-secret}},
  spec: {template: {spec: {containers: [{image: x, env: [{name: INTERPRETER_PATH_SECRETS,
    valueFrom: {secretKeyRef: {name: interpreter-path-secrets-old, key: INTERPRETER_PATH_SECRETS}}}]}]}}%s}%s}`, function, spec, status)
}

const secretOf = `{apiVersion: v1, kind: Secret, metadata: {name: %s, namespace: ` + function + `}, stringData: {INTERPRETER_PATH_SECRETS: %q}}`

var hexSecret = regexp.MustCompile(`[0-9a-f]{64}`)

// secretNamed is the name of the Secret that the deployed Service names.
func secretNamed(t *testing.T) string {
	t.Helper()
	found := get(t, deployed(t, "", ""))
	if found == nil {
		t.Fatal("want a Service, got none")
	}
	containers, _, _ := unstructured.NestedSlice(found.Object, "spec", "template", "spec", "containers")
	env, _, _ := unstructured.NestedSlice(containers[0].(map[string]any), "env")
	for _, one := range env {
		if variable := one.(map[string]any); variable["name"] == "INTERPRETER_PATH_SECRETS" {
			name, _, _ := unstructured.NestedString(variable, "valueFrom", "secretKeyRef", "name")
			return name
		}
	}
	return ""
}

func TestDeployRefusesBeforeAnythingChanges(t *testing.T) {
	checkout := checkOut(t)
	for name, thing := range map[string]string{
		"unknown": "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: x}\n",
		"wrong":   "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: x, namespace: workload-interpreter}\nspec: {speck: 1}\n",
	} {
		overlay := filepath.Join(checkout, "knative", "overlays", name)
		if err := errors.Join(os.Mkdir(overlay, 0o755), os.WriteFile(filepath.Join(overlay, "thing.yaml"), []byte(thing), 0o644),
			os.WriteFile(filepath.Join(overlay, "kustomization.yaml"),
				[]byte("apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [thing.yaml]\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for reason, tt := range map[string]struct{ env, words []string }{
		"a kind that is not installed":     {[]string{"WITH=warm unknown"}, []string{"Thing of example.com/v1", "nothing is changed"}},
		"an overlay that does not exist":   {[]string{"WITH=wram"}, []string{"knative/overlays has no wram", "warm"}},
		"no file with path secrets":        {[]string{"WITH=path-secret"}, []string{"path-secrets.env is missing", "openssl rand"}},
		"a value of TRAFFIC nobody knows":  {[]string{"TRAFFIC=half"}, []string{"TRAFFIC=half"}},
		"manifests that are not accepted":  {[]string{"WITH=wrong"}, []string{"speck", "nothing is changed"}},
		"a context that is not there":      {[]string{"CONTEXT=nowhere"}, []string{"nowhere", "next:"}},
		"no image and no place to push to": {[]string{"IMAGE="}, []string{"KO_DOCKER_REPO"}},
	} {
		t.Run(reason, func(t *testing.T) {
			refused(t, checkout, "deploy-knative", tt.env, tt.words...)
			if get(t, deployed(t, "", "")) != nil {
				t.Error("want no Service, got one")
			}
		})
	}
}

func TestDeployMakesASecret(t *testing.T) {
	checkout := checkOut(t)
	made := object(t, secretOf, "interpreter-path-secrets", "")
	t.Cleanup(func() { remove(t, made); remove(t, deployed(t, "", "")) })
	if out, err := script(t, checkout, "deploy-knative", "WITH=", "DRY_RUN=1"); err != nil || get(t, made) != nil || get(t, deployed(t, "", "")) != nil {
		t.Errorf("dry run: want success and no change, got %v:\n%s", err, out)
	}
	// Nobody makes the Service ready here.
	out := refused(t, checkout, "deploy-knative", []string{"WITH="}, "a path secret is made", "not ready within 1s")
	first := get(t, made)
	if first == nil || secretNamed(t) != made.GetName() {
		t.Fatalf("want a Secret that the Service names, got %v and %q", first, secretNamed(t))
	}
	if hexSecret.MatchString(strings.ReplaceAll(out, image1, "")) {
		t.Error("want no secret in the output, found one")
	}
	refused(t, checkout, "deploy-knative", []string{"WITH="}, "not ready within 1s")
	if again := get(t, made); fmt.Sprint(again.Object["data"]) != fmt.Sprint(first.Object["data"]) {
		t.Error("the second deployment: want the same secret, got another")
	}
}

func TestDeployKeepsWhatRuns(t *testing.T) {
	checkout := checkOut(t)
	budget := object(t, `{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: interpreter, namespace: %s}}`, function)
	t.Cleanup(func() { remove(t, budget) })
	put(t, deployed(t, "", ""))
	put(t, object(t, secretOf, "interpreter-path-secrets-old", strings.Repeat("a", 64)))
	refused(t, checkout, "deploy-knative", nil, "overlays warm path-secret (as now", "not ready within 1s")
	if name := secretNamed(t); name != "interpreter-path-secrets-old" {
		t.Errorf("want the Service to keep its Secret, got %q", name)
	}
	if get(t, budget) == nil {
		t.Error("want the overlay warm to stay, it is gone")
	}
	if get(t, object(t, secretOf, "interpreter-path-secrets", "")) != nil {
		t.Error("want no new Secret, got one")
	}
}

func TestDeployAfterARollback(t *testing.T) {
	put(t, deployed(t, ", traffic: [{revisionName: interpreter-00001, percent: 100}]", ""))
	refused(t, checkOut(t), "deploy-knative", []string{"WITH="}, "pinned to 100 % interpreter-00001", "TRAFFIC=latest")
}

func TestConnectRefuses(t *testing.T) {
	checkout := checkOut(t)
	config := object(t, `{apiVersion: config.karmada.io/v1alpha1, kind: ResourceInterpreterWebhookConfiguration, metadata: {name: workload}}`)
	status := `, status: {url: "%s", conditions: [{type: Ready, status: "%s", reason: Waiting, message: "for a certificate"}]}`
	for reason, tt := range map[string]struct {
		url, ready string
		words      []string
	}{
		"not ready":  {"https://interpreter.example.com", "False", []string{"Waiting: for a certificate", "not ready"}},
		"plain http": {"http://interpreter.example.com", "True", []string{"https only", "default-external-scheme: https"}},
	} {
		t.Run(reason, func(t *testing.T) {
			put(t, deployed(t, "", fmt.Sprintf(status, tt.url, tt.ready)))
			refused(t, checkout, "connect-karmada", nil, tt.words...)
			if get(t, config) != nil {
				t.Error("want no configuration, got one")
			}
		})
	}
	t.Run("a domain that is not ready", func(t *testing.T) {
		put(t, deployed(t, "", fmt.Sprintf(status, "https://interpreter.example.com", "True")))
		put(t, object(t, `{apiVersion: serving.knative.dev/v1beta1, kind: DomainMapping, metadata: {name: a.example.com, namespace: %s},
  spec: {ref: {name: interpreter, kind: Service, apiVersion: serving.knative.dev/v1}}%s}`, function, fmt.Sprintf(status, "https://a.example.com", "False")))
		refused(t, checkout, "connect-karmada", nil, "DomainMapping a.example.com", "the domain is not ready")
	})
}

func TestRollbackWithoutARevision(t *testing.T) {
	put(t, deployed(t, "", ""))
	refused(t, checkOut(t), "rollback-knative", nil, "no ready revision before")
	refused(t, checkOut(t), "rollback-knative", []string{"REVISION=interpreter-00007"}, "no ready revision interpreter-00007")
}
