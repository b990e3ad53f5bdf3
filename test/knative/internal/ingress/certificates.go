// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package ingress

import (
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
	"knative.dev/networking/pkg/apis/networking/v1alpha1"
)

// certificates holds those of the hosts that have their own.
type certificates map[string]*tls.Certificate

// add reads the certificates that the resource names from Secrets.
func (c certificates) add(ingress *v1alpha1.Ingress, secrets cache.Store) error {
	for _, part := range ingress.Spec.TLS {
		object, found, err := secrets.GetByKey(part.SecretNamespace + "/" + part.SecretName)
		if err != nil || !found {
			return fmt.Errorf("cannot find Secret %s/%s: %w", part.SecretNamespace, part.SecretName, err)
		}
		certificate, err := decode(object.(*unstructured.Unstructured))
		if err != nil {
			return fmt.Errorf("cannot use Secret %s/%s: %w", part.SecretNamespace, part.SecretName, err)
		}
		for _, host := range part.Hosts {
			c[host] = certificate
		}
	}
	return nil
}

func decode(secret *unstructured.Unstructured) (*tls.Certificate, error) {
	data, _, err := unstructured.NestedStringMap(secret.Object, "data")
	chain, chainErr := base64.StdEncoding.DecodeString(data["tls.crt"])
	key, keyErr := base64.StdEncoding.DecodeString(data["tls.key"])
	if err := errors.Join(err, chainErr, keyErr); err != nil {
		return nil, err
	}
	certificate, err := tls.X509KeyPair(chain, key)
	return &certificate, err
}
