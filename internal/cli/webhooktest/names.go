// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhooktest

import (
	"context"
	"net"

	"golang.org/x/net/dns/dnsmessage"
)

// Resolver returns a resolver that asks a name server of its own on loopback, which knows KnownHost and no other name.
// Call stop to end the server.
func Resolver() (resolver *net.Resolver, stop func(), err error) {
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	go serveNames(socket)
	resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
	return resolver, func() { _ = socket.Close() }, nil
}

// serveNames answers every query until the socket is closed.
func serveNames(socket net.PacketConn) {
	packet := make([]byte, 1500)
	for {
		n, from, err := socket.ReadFrom(packet)
		if err != nil {
			return
		}
		if answer, err := resolve(packet[:n]); err == nil {
			_, _ = socket.WriteTo(answer, from)
		}
	}
}

// resolve answers a query of one question.
func resolve(query []byte) ([]byte, error) {
	var parser dnsmessage.Parser
	header, err := parser.Start(query)
	if err != nil {
		return nil, err
	}
	question, err := parser.Question()
	if err != nil {
		return nil, err
	}
	message := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: header.ID, Response: true, Authoritative: true, RecursionDesired: header.RecursionDesired},
		Questions: []dnsmessage.Question{question},
	}
	switch {
	case question.Name.String() != KnownHost+".":
		message.RCode = dnsmessage.RCodeNameError
	case question.Type == dnsmessage.TypeA:
		message.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class, TTL: 60},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	return message.Pack()
}
