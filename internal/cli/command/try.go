// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"

	"workload.example.io/interpreter/internal/cli/infer"
	"workload.example.io/interpreter/internal/cli/manifest"
	"workload.example.io/interpreter/internal/cli/page"
	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
)

type try struct {
	*program
	port      uint16
	noBrowser bool
}

func newTry(p *program) *cobra.Command {
	t := try{program: p}
	command := &cobra.Command{
		Use:   "try [FILE | LINK]",
		Short: "Try interpreters on a page in the browser",
		Long: `try serves a page on the loopback interface, opens it in the browser and prints its URL. The page shows what Karmada
would be answered about an object while you edit it, and what Karmada makes of the answers: what each member gets,
what comes back, and the sum. It asks the function in process; nothing is sent anywhere else.

It begins with the object of FILE, a YAML or JSON file or "-" for the standard input, or, if that holds a
CustomResourceDefinition, with the description that interpret init proposes for it; with the contents of a LINK that
somebody copied from such a page; or else with an example. With --kinds the descriptions of a file or folder are there to
edit; CustomResourceDefinitions among them complete what is typed. The URL holds a token that only this page knows, so do
not pass it on. The page ends when the command is interrupted.
` + exitCodes,
		Example: `  # An example
  interpret try

  # From a CRD to a description
  interpret try crd.yaml

  # An object of your own; a described kind with its CRD beside the description
  interpret try workload.yaml
  interpret try --kinds kinds/ cloneset.yaml

  # On another machine: forward the port (ssh -L 8123:127.0.0.1:8123) and open the printed URL
  interpret try --port 8123 --no-browser`,
		Args: arguments(0, 1, "one file or link at most"),
		// The page compiles descriptions itself and shows their mistakes.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE:              func(command *cobra.Command, args []string) error { return t.run(command, args) },
	}
	t.addKinds(command)
	flags := command.Flags()
	flags.Uint16Var(&t.port, "port", 0, "`port` on the loopback interface; 0 takes a free one")
	flags.BoolVar(&t.noBrowser, "no-browser", false, "print the URL only")
	return command
}

func (t *try) run(command *cobra.Command, args []string) error {
	made, fragment, err := t.page(command, args)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(t.port))))
	if err != nil {
		return fmt.Errorf("cannot serve the page: %w", err)
	}
	token := page.NewToken()
	url := fmt.Sprintf("http://%s/%s/", listener.Addr(), token)
	url += fragment
	fmt.Fprintln(command.OutOrStdout(), url)
	if !t.noBrowser {
		open(url)
	}
	return servePage(command.Context(), listener, made.Handler(token))
}

// page makes the page, and the fragment of its URL for contents that come from a link.
func (t *try) page(command *cobra.Command, args []string) (made *page.Page, fragment string, err error) {
	var yours page.Yours
	if len(args) == 1 {
		_, contents, isLink := strings.Cut(args[0], page.LinkMark)
		if isLink {
			fragment = page.LinkMark + contents
		} else if yours, err = bring(args[0], command.InOrStdin()); err != nil {
			return nil, "", err
		}
	}
	sources, err := described.Files(t.descriptions...)
	if err != nil {
		return nil, "", err
	}
	yours.Descriptions = append(yours.Descriptions, sources...)
	registry, err := interpreter.NewRegistry(t.kinds...)
	if err != nil {
		return nil, "", err
	}
	made, err = page.New(command.Context(), registry, yours)
	return made, fragment, err
}

// bring reads a file with an object, or with CustomResourceDefinitions of kinds that are to be described.
func bring(path string, stdin io.Reader) (yours page.Yours, err error) {
	data, err := manifest.Read(path, stdin)
	if err != nil {
		return yours, err
	}
	documents, err := manifest.Documents(manifest.Name(path), data)
	if err != nil {
		return yours, err
	}
	yours.Definitions, err = infer.Read(documents, "")
	if err != nil || len(yours.Definitions) > 0 {
		yours.Descriptions = []described.Source{{Name: path, Data: data}}
		return yours, err
	}
	object, err := manifest.Object(path, bytes.NewReader(data))
	if err != nil {
		return yours, err
	}
	yours.Object = data
	if json.Valid(data) {
		yours.Object, err = yaml.JSONToYAML(object)
	}
	return yours, err
}

// servePage answers until the context is done.
func servePage(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("cannot serve the page: %w", err)
	}
	return nil
}

// open opens the URL in the person's browser if there is one. That it cannot is no error: the URL is printed.
func open(url string) {
	var name string
	var args []string
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler"}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		name = "xdg-open"
	}
	opener := exec.Command(name, append(args, url)...)
	if opener.Start() == nil {
		go func() { _ = opener.Wait() }()
	}
}
