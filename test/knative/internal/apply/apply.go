// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package apply brings objects into an API server by server-side apply.
package apply

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// fieldManager owns the fields that are applied.
const fieldManager = "knative-test"

// Client applies objects of any kind.
type Client struct {
	dynamic.Interface
	mapper   *restmapper.DeferredDiscoveryRESTMapper
	warnings *warnings
}

// New returns a Client.
func New(config *rest.Config) (*Client, error) {
	c := &Client{warnings: &warnings{}}
	config = rest.CopyConfig(config)
	config.WarningHandlerWithContext = c.warnings
	var err error
	if c.Interface, err = dynamic.NewForConfig(config); err != nil {
		return nil, err
	}
	known, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	c.mapper = restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(known))
	return c, nil
}

// Resource returns where objects of this kind and namespace live.
func (c *Client) Resource(object *unstructured.Unstructured) (dynamic.ResourceInterface, error) {
	kind := object.GroupVersionKind()
	mapping, err := c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if meta.IsNoMatchError(err) {
		c.mapper.Reset()
		mapping, err = c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	}
	if err != nil {
		return nil, err
	}
	resource := c.Interface.Resource(mapping.Resource)
	if mapping.Scope.Name() == meta.RESTScopeNameRoot {
		return resource, nil
	}
	namespace := object.GetNamespace()
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	return resource.Namespace(namespace), nil
}

// Apply applies one object strictly: an unknown field is an error.
func (c *Client) Apply(ctx context.Context, object *unstructured.Unstructured) error {
	return c.apply(ctx, object, metav1.PatchOptions{})
}

// DryRun asks the API server what it would say, and returns its warnings too.
func (c *Client) DryRun(ctx context.Context, object *unstructured.Unstructured) (warned []string, err error) {
	c.warnings.take()
	err = c.apply(ctx, object, metav1.PatchOptions{DryRun: []string{metav1.DryRunAll}})
	return c.warnings.take(), err
}

func (c *Client) apply(ctx context.Context, object *unstructured.Unstructured, options metav1.PatchOptions) error {
	resource, err := c.Resource(object)
	if err != nil {
		return err
	}
	force := true
	options.FieldManager, options.Force, options.FieldValidation = fieldManager, &force, metav1.FieldValidationStrict
	content, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = resource.Patch(ctx, object.GetName(), types.ApplyPatchType, content, options)
	if err != nil {
		return fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
	}
	return nil
}

// All applies objects in order and tries each again until it is accepted or ctx ends: kinds and webhooks take a moment.
func (c *Client) All(ctx context.Context, objects []*unstructured.Unstructured) error {
	for _, object := range objects {
		for {
			err := c.Apply(ctx, object)
			if err == nil {
				break
			}
			select {
			case <-ctx.Done():
				return errors.Join(err, ctx.Err())
			case <-time.After(200 * time.Millisecond):
			}
		}
	}
	return nil
}

// warnings keeps the warnings that an API server sends with its answers.
type warnings struct {
	mu   sync.Mutex
	seen []string
}

// HandleWarningHeaderWithContext implements rest.WarningHandlerWithContext.
func (w *warnings) HandleWarningHeaderWithContext(_ context.Context, code int, _, text string) {
	const misc = 299
	if code != misc {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, text)
}

func (w *warnings) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.seen
	w.seen = nil
	return seen
}

var _ rest.WarningHandlerWithContext = (*warnings)(nil)

// Get reads an object.
func (c *Client) Get(ctx context.Context, resource dynamic.ResourceInterface, name string) (*unstructured.Unstructured, error) {
	return resource.Get(ctx, name, metav1.GetOptions{})
}
