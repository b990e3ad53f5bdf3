// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package client

import (
	"net/url"
	"strings"
)

// shortSecret is the length below which the last segment of a path is taken for a word and not for a secret.
const shortSecret = 6

// scrub removes the path of the URL, and its last segment alone, from a text of the endpoint.
func scrub(u *url.URL, text string) string {
	for _, path := range []string{u.Path, u.EscapedPath()} {
		if strings.Trim(path, "/") == "" {
			continue
		}
		text = strings.ReplaceAll(text, path, "<path>")
		segments := strings.Split(strings.Trim(path, "/"), "/")
		if last := segments[len(segments)-1]; len(last) >= shortSecret {
			text = strings.ReplaceAll(text, last, "<path>")
		}
	}
	return text
}

// Quote is a text of the endpoint without the path of the URL, for a person to read.
func (c *Client) Quote(text string) string { return scrub(c.url, text) }

// Redact shows a URL with its host but without its path, and nothing of what is no URL.
func Redact(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "<URL>"
	}
	if strings.Trim(u.Path, "/") == "" {
		return u.Scheme + "://" + u.Host + "/"
	}
	return u.Scheme + "://" + u.Host + "/<path>"
}
