// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"errors"
	"os"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// memberConfig is the kubeconfig that holds one member only; the components of the member use it.
func (p *Playground) memberConfig(member string) string { return p.folder.path(member + ".config") }

func (p *Playground) writeKubeconfigs() error {
	// Karmada's own end-to-end suite asks for a context named karmada-host; here it is the same server.
	errs := []error{p.writeKubeconfig(p.folder.KarmadaConfig(), map[string]string{
		"karmada-apiserver": "karmada-apiserver", "karmada-host": "karmada-apiserver"}, "karmada-apiserver")}
	all := map[string]string{}
	for _, member := range Members {
		one := map[string]string{member: member + "-apiserver"}
		all[member] = member + "-apiserver"
		errs = append(errs, p.writeKubeconfig(p.memberConfig(member), one, member))
	}
	return errors.Join(append(errs, p.writeKubeconfig(p.folder.MembersConfig(), all, Members[0]))...)
}

// writeKubeconfig writes one context for each API server, given as context name and name of the server's port.
// Certificates are embedded, so the file works wherever it is copied on this machine.
func (p *Playground) writeKubeconfig(path string, contexts map[string]string, current string) error {
	authority, caErr := os.ReadFile(p.folder.pki("ca.crt"))
	cert, certErr := os.ReadFile(p.folder.pki("admin.crt"))
	key, keyErr := os.ReadFile(p.folder.pki("admin.key"))
	if err := errors.Join(caErr, certErr, keyErr); err != nil {
		return err
	}
	config := clientcmdapi.NewConfig()
	config.CurrentContext = current
	config.AuthInfos["admin"] = &clientcmdapi.AuthInfo{ClientCertificateData: cert, ClientKeyData: key}
	for name, port := range contexts {
		config.Clusters[name] = &clientcmdapi.Cluster{Server: p.url(port), CertificateAuthorityData: authority}
		config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: "admin"}
	}
	return clientcmd.WriteToFile(*config, path)
}
