// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package preflight

import (
	"crypto/x509"
	"encoding/pem"
)

// certificates returns those of a caBundle that can be read.
func certificates(bundle []byte) []*x509.Certificate {
	var list []*x509.Certificate
	for block, rest := pem.Decode(bundle); block != nil; block, rest = pem.Decode(rest) {
		if certificate, err := x509.ParseCertificate(block.Bytes); err == nil {
			list = append(list, certificate)
		}
	}
	return list
}
