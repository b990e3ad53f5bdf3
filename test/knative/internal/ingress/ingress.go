// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package ingress is a Knative ingress for tests: a controller that marks the KIngress resources of its class as ready, and
// a proxy that sends their hosts to the services that they name. It ends TLS with the certificate that a host has, or with
// one for all others, and redirects plain HTTP where it is told to. It does what Kourier or Istio do for a Knative Service and
// nothing else; unlike them it dials again for ten seconds when an endpoint does not answer, so that what is lost behind it
// was lost by Knative or by the function.
package ingress

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	"knative.dev/networking/pkg/apis/networking/v1alpha1"
)

// Class is the value of Knative's setting ingress-class.
const Class = "test.workload.example.io"

var secrets = schema.GroupVersionResource{Version: "v1", Resource: "secrets"}

var resource = schema.GroupVersionResource{Group: "networking.internal.knative.dev", Version: "v1alpha1", Resource: "ingresses"}

// Ingress is both the controller and the proxy.
type Ingress struct {
	Client   dynamic.Interface
	Resolver *net.Resolver // knows the services of the cluster

	routes    atomic.Pointer[routes]
	informer  cache.SharedIndexInformer
	secrets   cache.SharedIndexInformer
	transport *http.Transport

	plain, encrypted net.Listener
	server           *http.Server
}

// Listen opens address, port 80 in plain and 443 with the certificate. What arrives waits for Run.
func (i *Ingress) Listen(address string, certificate tls.Certificate) error {
	plain, err := net.Listen("tcp", net.JoinHostPort(address, "80"))
	if err != nil {
		return err
	}
	encrypted, err := net.Listen("tcp", net.JoinHostPort(address, "443"))
	i.plain, i.encrypted = plain, encrypted
	i.server = &http.Server{Handler: i, ReadHeaderTimeout: 10 * time.Second,
		TLSConfig: &tls.Config{GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			if own := i.routes.Load().certificates[hello.ServerName]; own != nil {
				return own, nil
			}
			return &certificate, nil
		}}}
	return err
}

// Run watches resources and serves until ctx ends.
func (i *Ingress) Run(ctx context.Context) error {
	i.routes.Store(&routes{})
	i.transport = transport(i.Resolver)
	factory := dynamicinformer.NewDynamicSharedInformerFactory(i.Client, 0)
	i.informer = factory.ForResource(resource).Informer()
	i.secrets = factory.ForResource(secrets).Informer()
	changed := make(chan struct{}, 1)
	notify := func(any) {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	for _, informer := range []cache.SharedIndexInformer{i.informer, i.secrets} {
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc: notify, DeleteFunc: notify, UpdateFunc: func(_, object any) { notify(object) },
		}); err != nil {
			return err
		}
	}
	factory.Start(ctx.Done())
	failed := make(chan error, 2)
	go func() { failed <- i.server.Serve(i.plain) }()
	go func() { failed <- i.server.ServeTLS(i.encrypted, "", "") }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case <-changed:
			if err := i.sync(ctx); err != nil {
				fmt.Println("ingress:", err)
				time.AfterFunc(200*time.Millisecond, func() { notify(nil) })
			}
		}
	}
}

// sync makes the routes of all resources, then marks each as ready: from then on Knative relies on them.
func (i *Ingress) sync(ctx context.Context) error {
	fresh := &routes{table{}, certificates{}}
	var all []*v1alpha1.Ingress
	for _, object := range i.informer.GetStore().List() {
		var ingress v1alpha1.Ingress
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.(*unstructured.Unstructured).Object, &ingress); err != nil {
			return err
		}
		if ingress.Annotations["networking.knative.dev/ingress.class"] != Class || ingress.DeletionTimestamp != nil {
			continue
		}
		fresh.table.add(&ingress)
		if err := fresh.certificates.add(&ingress, i.secrets.GetStore()); err != nil {
			fmt.Println("ingress:", err) // until the Secret is there
			continue
		}
		all = append(all, &ingress)
	}
	i.routes.Store(fresh)
	var errs []error
	for _, ingress := range all {
		if !ingress.IsReady() || ingress.Status.ObservedGeneration != ingress.Generation {
			errs = append(errs, i.markReady(ctx, ingress))
		}
	}
	return errors.Join(errs...)
}

func (i *Ingress) markReady(ctx context.Context, ingress *v1alpha1.Ingress) error {
	ingress.Status.InitializeConditions()
	ingress.Status.MarkNetworkConfigured()
	mesh := []v1alpha1.LoadBalancerIngressStatus{{MeshOnly: true}}
	ingress.Status.MarkLoadBalancerReady(mesh, mesh)
	ingress.Status.ObservedGeneration = ingress.Generation
	patch, err := json.Marshal(map[string]any{"status": ingress.Status})
	if err != nil {
		return err
	}
	_, err = i.Client.Resource(resource).Namespace(ingress.Namespace).Patch(ctx, ingress.Name, types.MergePatchType, patch,
		metav1.PatchOptions{}, "status")
	return err
}
