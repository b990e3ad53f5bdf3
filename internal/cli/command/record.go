// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package command

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"workload.example.io/interpreter/internal/cli/client"
	"workload.example.io/interpreter/internal/cli/recording"
	"workload.example.io/interpreter/internal/cli/selfsigned"
)

type record struct {
	to, caFile, listen, dir, contents, certFile, keyFile string
	hosts                                                []string
}

func newRecord() *cobra.Command {
	var r record
	command := &cobra.Command{
		Use:   "record --to URL",
		Short: "Record the calls to an endpoint through a TLS proxy",
		Long: `record is a small TLS proxy: it passes every call on to the host of --to, with the path as it came, and saves
request and answer as one file per call. interpret test replays them, against the function or an endpoint.

Contents are redacted by default: texts become pseudonyms, equal ones equal, so that the calls can still be replayed;
numbers, booleans, times, amounts of resources and the words of the Kubernetes API stay. --contents whole saves every
byte, and so perhaps passwords in pod templates. Paths of URLs are never saved or printed.

Without --cert-file the proxy makes a certificate for its --host names and prints which file to use as caBundle.
Point clientConfig.url of the configuration at the proxy, with the path as it was. Ctrl-C ends it.
` + exitCodes,
		Example: `  # Record what Karmada asks a function that runs on this machine
  interpret record --to http://127.0.0.1:8080 --listen :9443 --host recorder.example.com --dir calls

  # Replay
  interpret test calls -v`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error { return r.run(command) },
	}
	flags := command.Flags()
	flags.StringVar(&r.to, "to", "", "`URL` of the endpoint; only its scheme, host and port count")
	flags.StringVar(&r.caFile, "ca-file", "", "PEM `file` of the authority of the endpoint; default: the system's roots")
	flags.StringVar(&r.listen, "listen", "127.0.0.1:9443", "`address` to listen on")
	flags.StringVar(&r.dir, "dir", "recordings", "`folder` for the files, made if it is missing")
	flags.StringVar(&r.contents, "contents", recording.Redacted, "redacted or whole")
	flags.StringSliceVar(&r.hosts, "host", []string{"127.0.0.1", "localhost"}, "names and addresses for the certificate that the proxy makes")
	flags.StringVar(&r.certFile, "cert-file", "", "PEM `file` with the proxy's certificate")
	flags.StringVar(&r.keyFile, "key-file", "", "PEM `file` with the proxy's key")
	command.MarkFlagsRequiredTogether("cert-file", "key-file")
	_ = command.MarkFlagRequired("to")
	_ = command.MarkFlagDirname("dir")
	_ = command.RegisterFlagCompletionFunc("contents",
		cobra.FixedCompletions([]string{recording.Redacted, recording.Whole}, cobra.ShellCompDirectiveNoFileComp))
	return command
}

func (r *record) run(command *cobra.Command) error {
	to, err := url.Parse(r.to)
	if err != nil || to.Host == "" || to.Scheme != "https" && to.Scheme != "http" {
		return errors.New("cannot use --to: want an absolute http or https URL, got something else")
	}
	if r.contents != recording.Redacted && r.contents != recording.Whole {
		return fmt.Errorf("cannot save contents %q: want %s or %s", r.contents, recording.Redacted, recording.Whole)
	}
	bundle, err := readBundle(r.caFile, command.InOrStdin())
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the folder: %w", err)
	}
	listener, err := net.Listen("tcp", r.listen)
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	defer listener.Close()
	certificate, err := r.certificate(command.OutOrStdout())
	if err != nil {
		return err
	}
	lines := &recordLog{w: command.OutOrStdout()}
	proxy, err := recording.NewProxy(to, bundle, r.dir, r.contents, lines.saved)
	if err != nil {
		return err
	}
	lines.printf("recording on https://%s to %s into %s, contents %s; interrupt to stop", listener.Addr(), client.Redact(r.to), r.dir, r.contents)
	err = serve(command.Context(), tls.NewListener(listener, &tls.Config{
		Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
	}), proxy)
	lines.printf("calls recorded: %d; replay them with: interpret test %s", lines.count, r.dir)
	return err
}

// serve runs until the context ends and then lets the calls in flight finish.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 120 * time.Second,
		// Handshakes that callers give up would fill the screen.
		ErrorLog: log.New(io.Discard, "", 0)}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		stopped <- server.Shutdown(grace)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// certificate reads the proxy's certificate, or makes one and writes its PEM into the folder.
func (r *record) certificate(w io.Writer) (tls.Certificate, error) {
	if r.certFile != "" {
		certificate, err := tls.LoadX509KeyPair(r.certFile, r.keyFile)
		if err != nil {
			return certificate, fmt.Errorf("cannot use the certificate: %w", err)
		}
		return certificate, nil
	}
	now := time.Now()
	certificate, pem, err := selfsigned.New(r.hosts, now.Add(-time.Hour), now.AddDate(0, 1, 0))
	if err != nil {
		return certificate, fmt.Errorf("cannot make a certificate: %w", err)
	}
	path := filepath.Join(r.dir, "ca.pem")
	if err := os.WriteFile(path, pem, 0o644); err != nil {
		return certificate, fmt.Errorf("cannot write the certificate: %w", err)
	}
	fmt.Fprintf(w, "made a certificate for a month; its authority for caBundle is %s\n", path)
	return certificate, nil
}

// recordLog writes one line a call.
type recordLog struct {
	mu    sync.Mutex
	w     io.Writer
	count int
}

func (l *recordLog) saved(name string, call *recording.Call, err error) {
	if err != nil {
		l.printf("%v", err)
		return
	}
	l.mu.Lock()
	l.count++
	l.mu.Unlock()
	l.printf("%d  %.1fms  %s", call.Answer.Status, call.Milliseconds, name)
}

func (l *recordLog) printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, format+"\n", args...)
}
