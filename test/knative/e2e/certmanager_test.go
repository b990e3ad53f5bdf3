// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"workload.example.io/interpreter/test/karmada/pki"
	"workload.example.io/interpreter/test/knative/internal/partners"
)

// certManager brings cert-manager, pebble and the name server, and names them in the overlay's issuer.
func (s *suite) certManager(t *testing.T) {
	t.Helper()
	s.once("cert-manager", func() {
		dir := t.TempDir()
		own, err := pki.New(dir)
		if err == nil {
			err = own.Server("pebble", "pebble.cert-manager.svc.cluster.local", "pebble.cert-manager.svc")
		}
		shipped, shippedErr := partners.CertManager.Shipped(s.partners[partners.CertManager.Set.Name])
		ours, oursErr := partners.Own("cert-manager.yaml")
		chain, err1 := os.ReadFile(filepath.Join(dir, "pebble.crt"))
		key, err2 := os.ReadFile(filepath.Join(dir, "pebble.key"))
		authority, err3 := os.ReadFile(filepath.Join(dir, "ca.crt"))
		if err := errors.Join(err, shippedErr, oursErr, err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		s.bring(t, []*unstructured.Unstructured{
			{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "cert-manager"}}},
			{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "pebble", "namespace": "cert-manager"},
				"stringData": map[string]any{"tls.crt": string(chain), "tls.key": string(key)}}},
		}, nil)
		s.bring(t, append(shipped, ours...), nil)
		s.edit(t, "knative/overlays/domain/cluster-issuer.yaml",
			"server: https://acme-v02.api.letsencrypt.org/directory", "server: https://pebble.cert-manager.svc.cluster.local:14000/dir\n    caBundle: "+
				base64.StdEncoding.EncodeToString(authority), "192.0.2.53:53", "10.96.0.53:53")
	})
}

// pebbleRoot asks pebble for the root of its certificates, which it makes anew at each start, and returns a file with it.
func (s *suite) pebbleRoot(t *testing.T) string {
	t.Helper()
	root := s.throughAPI(t, "cert-manager", "https:pebble:15000", "/roots/0")
	file := filepath.Join(t.TempDir(), "root.pem")
	if err := os.WriteFile(file, root, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// throughAPI asks a service of the cluster through the API server.
func (s *suite) throughAPI(t *testing.T, namespace, service, path string) []byte {
	t.Helper()
	var body []byte
	eventually(t, service+" to answer", func(ctx context.Context) (err error) {
		body, err = s.host.CoreV1().RESTClient().Get().Namespace(namespace).Resource("services").Name(service).SubResource("proxy").
			Suffix(path).DoRaw(ctx)
		return err
	})
	return body
}

// renew asks cert-manager for another certificate as its own command line does.
func (s *suite) renew(t *testing.T) {
	t.Helper()
	now := time.Now().UTC().Format(time.RFC3339)
	patch, err := json.Marshal(map[string]any{"status": map[string]any{"conditions": []any{
		map[string]any{"type": "Ready", "status": "True", "reason": "Ready", "lastTransitionTime": now},
		map[string]any{"type": "Issuing", "status": "True", "reason": "ManuallyTriggered", "message": "asked by the test", "lastTransitionTime": now},
	}}})
	if err == nil {
		_, err = s.hostDynamic.Resource(certificates).Namespace(namespace).Patch(t.Context(), service, types.MergePatchType, patch,
			metav1.PatchOptions{}, "status")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ownAuthority changes the issuer to one with a key of its own, whose authority is among the roots that Karmada's system trusts.
func (s *suite) ownAuthority(t *testing.T) {
	t.Helper()
	s.certManager(t)
	s.once("an authority of our own", func() {
		folder := filepath.Join(s.state, "public")
		chain, err1 := os.ReadFile(filepath.Join(folder, "ca.crt"))
		key, err2 := os.ReadFile(filepath.Join(folder, "ca.key"))
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "authority"}, StringData: map[string]string{"tls.crt": string(chain), "tls.key": string(key)}}
		if _, err := s.host.CoreV1().Secrets("cert-manager").Create(t.Context(), secret, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
		s.run(t, `sed -i '/^  acme:/,$d' knative/overlays/domain/cluster-issuer.yaml && printf '  ca:\n    secretName: authority\n' >> knative/overlays/domain/cluster-issuer.yaml`)
	})
}
