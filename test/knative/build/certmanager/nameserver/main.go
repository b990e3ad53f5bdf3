// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

// Command nameserver is the authority of one zone whose text records are changed by signed updates (RFC 2136), as an ACME
// client does that proves a name.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/miekg/dns"
)

type zone struct {
	name string

	mu    sync.Mutex
	texts map[string][]dns.RR
}

func main() {
	name := flag.String("zone", "example.com.", "the zone")
	listen := flag.String("listen", ":5353", "address, UDP and TCP")
	key := flag.String("key", "", "name and secret in base64 of who may change it, separated by a colon")
	flag.Parse()
	signer, secret, ok := strings.Cut(*key, ":")
	if !ok {
		fmt.Fprintln(os.Stderr, "nameserver: cannot read -key: want name:secret")
		os.Exit(2)
	}
	z := &zone{name: dns.Fqdn(*name), texts: map[string][]dns.RR{}}
	failed := make(chan error)
	for _, network := range []string{"udp", "tcp"} {
		server := &dns.Server{Addr: *listen, Net: network, Handler: z, TsigSecret: map[string]string{dns.Fqdn(signer): secret},
			MsgAcceptFunc: func(dns.Header) dns.MsgAcceptAction { return dns.MsgAccept }}
		go func() { failed <- server.ListenAndServe() }()
	}
	fmt.Fprintln(os.Stderr, "nameserver:", <-failed)
	os.Exit(1)
}

// ServeDNS answers a question or takes an update.
func (z *zone) ServeDNS(w dns.ResponseWriter, r *dns.Msg) {
	answer := new(dns.Msg)
	answer.SetReply(r)
	answer.Authoritative = true
	switch {
	case len(r.Question) != 1:
		answer.Rcode = dns.RcodeFormatError
	case r.Opcode == dns.OpcodeUpdate:
		answer.Rcode = z.update(w, r)
	default:
		z.ask(r.Question[0], answer)
	}
	if sign := r.IsTsig(); sign != nil && w.TsigStatus() == nil {
		answer.SetTsig(sign.Hdr.Name, sign.Algorithm, 300, int64(sign.TimeSigned))
	}
	_ = w.WriteMsg(answer)
}

func (z *zone) ask(question dns.Question, answer *dns.Msg) {
	name := strings.ToLower(question.Name)
	if !dns.IsSubDomain(z.name, name) {
		answer.Rcode = dns.RcodeRefused
		return
	}
	soa := &dns.SOA{Hdr: dns.RR_Header{Name: z.name, Rrtype: dns.TypeSOA, Class: dns.ClassINET}, Ns: "ns." + z.name, Mbox: "nobody." + z.name}
	z.mu.Lock()
	defer z.mu.Unlock()
	switch {
	case question.Qtype == dns.TypeSOA && name == z.name:
		answer.Answer = []dns.RR{soa}
	case question.Qtype == dns.TypeTXT && len(z.texts[name]) > 0:
		answer.Answer = z.texts[name]
	default:
		answer.Ns = []dns.RR{soa}
	}
}

// update takes what RFC 2136 calls adding and deleting records.
func (z *zone) update(w dns.ResponseWriter, r *dns.Msg) int {
	if r.IsTsig() == nil || w.TsigStatus() != nil {
		return dns.RcodeNotAuth
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	for _, record := range r.Ns {
		name := strings.ToLower(record.Header().Name)
		if record.Header().Class == dns.ClassINET {
			z.texts[name] = append(z.texts[name], record)
		} else {
			delete(z.texts, name)
		}
	}
	return dns.RcodeSuccess
}
