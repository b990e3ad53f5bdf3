// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Package apply brings objects into an API server, on the server's side: a large object could not hold the annotation that the
// client's side needs.
package apply

import (
	"context"
	"errors"
	"fmt"
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
const fieldManager = "playground"

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
		c.mapper.Reset() // the definition may have come since
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
		return fmt.Errorf("cannot apply %s %s: %w", object.GetKind(), object.GetName(), err)
	}
	force := true
	options.FieldManager, options.Force, options.FieldValidation = fieldManager, &force, metav1.FieldValidationStrict
	content, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = resource.Patch(ctx, object.GetName(), types.ApplyPatchType, content, options)
	if err != nil {
		return fmt.Errorf("cannot apply %s %s: %w", object.GetKind(), object.GetName(), err)
	}
	return nil
}

// YAML applies each object of a YAML stream, in order.
func (c *Client) YAML(ctx context.Context, stream []byte) error {
	objects, err := Decode(stream)
	if err != nil {
		return err
	}
	for _, object := range objects {
		if err := c.Apply(ctx, object); err != nil {
			return err
		}
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

// Get reads an object.
func (c *Client) Get(ctx context.Context, resource dynamic.ResourceInterface, name string) (*unstructured.Unstructured, error) {
	return resource.Get(ctx, name, metav1.GetOptions{})
}
