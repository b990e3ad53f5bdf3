// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package webhooktest

import (
	"context"
	"net"
)

// Resolver returns a name server of its own on loopback: it knows KnownHost and no other name. Stop it with stop.
func Resolver() (resolver *net.Resolver, stop func(), err error) {
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	go answerNames(socket)
	resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
	return resolver, func() { _ = socket.Close() }, nil
}

// answerNames speaks just enough of RFC 1035: it turns each query into its answer.
func answerNames(socket net.PacketConn) {
	packet := make([]byte, 1500)
	for {
		n, from, err := socket.ReadFrom(packet)
		if err != nil {
			return
		}
		if n < 12 {
			continue
		}
		_, _ = socket.WriteTo(nameAnswer(packet[:n]), from)
	}
}

func nameAnswer(query []byte) []byte {
	const header = 12
	name, end := "", header
	for end < len(query) && query[end] != 0 {
		length := int(query[end])
		if end+1+length > len(query) {
			break
		}
		name += string(query[end+1:end+1+length]) + "."
		end += 1 + length
	}
	end = min(end+5, len(query)) // the final zero, type and class
	isA := query[end-3] == 1
	answer := append([]byte{}, query[:end]...)
	answer[2], answer[3] = 0x84, 0 // an authoritative answer
	for i := 6; i < header; i++ {
		answer[i] = 0
	}
	switch {
	case name != KnownHost+".":
		answer[3] = 3 // no such name
	case isA:
		answer[7] = 1
		answer = append(answer, 0xc0, header, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
	}
	return answer
}
