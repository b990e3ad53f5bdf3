// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package ingress

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"strings"
	"time"

	"knative.dev/networking/pkg/apis/networking/v1alpha1"
)

// routes is what is known of all resources.
type routes struct {
	table        table
	certificates certificates
}

// path is one path of a host.
type path struct {
	v1alpha1.HTTPIngressPath
	encrypted bool // plain HTTP is redirected
}

// table holds the paths of every host.
type table map[string][]path

func (t table) add(ingress *v1alpha1.Ingress) {
	for _, rule := range ingress.Spec.Rules {
		if rule.HTTP == nil {
			continue
		}
		encrypted := ingress.Spec.HTTPOption == v1alpha1.HTTPOptionRedirected && rule.Visibility == v1alpha1.IngressVisibilityExternalIP
		for _, host := range rule.Hosts {
			for _, one := range rule.HTTP.Paths {
				t[host] = append(t[host], path{one, encrypted})
			}
		}
	}
}

// route picks the split for a call: a path that asks for headers wins over one that does not.
func (t table) route(r *http.Request, host string) (*path, *v1alpha1.IngressBackendSplit) {
	var found *path
	for _, one := range t[host] {
		if !strings.HasPrefix(r.URL.Path, one.Path) || !matches(r, one.Headers) {
			continue
		}
		if found == nil || len(one.Headers) > len(found.Headers) {
			found = &one
		}
	}
	if found != nil && found.RewriteHost != "" && t[found.RewriteHost] != nil {
		return t.route(r, found.RewriteHost) // a host that stands for another one
	}
	if found == nil {
		return nil, nil
	}
	dice := rand.IntN(100)
	for n := range found.Splits {
		if dice -= found.Splits[n].Percent; dice < 0 {
			return found, &found.Splits[n]
		}
	}
	return nil, nil
}

func matches(r *http.Request, headers map[string]v1alpha1.HeaderMatch) bool {
	for name, want := range headers {
		if r.Header.Get(name) != want.Exact {
			return false
		}
	}
	return true
}

// ServeHTTP proxies one call.
func (i *Ingress) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	table := i.routes.Load().table
	path, split := table.route(r, host)
	if split == nil {
		http.Error(w, "no route", http.StatusNotFound)
		return
	}
	if r.TLS == nil && table[host][0].encrypted {
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
		return
	}
	proxy := &httputil.ReverseProxy{
		Transport: i.transport,
		ErrorLog:  log.New(os.Stdout, "ingress: ", log.LstdFlags),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetXForwarded()
			p.Out.Host = host
			if path.RewriteHost != "" {
				p.Out.Host = path.RewriteHost
			}
			for _, headers := range []map[string]string{path.AppendHeaders, split.AppendHeaders} {
				for name, value := range headers {
					p.Out.Header.Set(name, value)
				}
			}
			p.Out.URL.Scheme = "http"
			p.Out.URL.Host = net.JoinHostPort(split.ServiceName+"."+split.ServiceNamespace+".svc.cluster.local.",
				split.ServicePort.String())
		},
	}
	proxy.ServeHTTP(w, r)
}

// transport keeps no connection: one to a ClusterIP would stay with one endpoint. Dialing again is safe, since nothing has
// been sent, and bridges the moment in which an endpoint is gone and the rules of the node do not know yet.
func transport(resolver *net.Resolver) *http.Transport {
	dialer := net.Dialer{Timeout: 500 * time.Millisecond, Resolver: resolver}
	return &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		for {
			connection, err := dialer.DialContext(ctx, network, address)
			if err == nil {
				return connection, nil
			}
			select {
			case <-ctx.Done():
				return nil, fmt.Errorf("cannot reach %s: %w", address, err)
			case <-time.After(20 * time.Millisecond):
			}
		}
	}}
}
