// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package pathsecret

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"math"
	"strings"

	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/reload"
)

const (
	// Setting lists the secrets, separated by commas, spaces or new lines.
	Setting = "INTERPRETER_PATH_SECRETS"
	// FileSetting names a file that lists them in the same way and is read again when it changes.
	FileSetting = "INTERPRETER_PATH_SECRETS_FILE"
	// RequiredSetting is true where nothing may be answered without a secret: then having none is an error.
	RequiredSetting = "INTERPRETER_SECRET_REQUIRED"
)

const (
	bits     = 128 // the least that a secret must be able to hold
	distinct = 8   // a random secret of 128 bits has more different characters, a row of zeros has not
	longest  = 256
	example  = "make one with: openssl rand -hex 32"
)

// list holds the SHA-256 sums of secrets: sums have one length, and comparing them tells nothing about the secrets.
type list [][sha256.Size]byte

// Secrets are the path secrets that are valid now. It is safe for concurrent use.
type Secrets struct {
	fixed list
	file  *reload.Value[list]
}

// FromSettings reads the secrets, nil if there are none, which is an error if they are required. A wrong setting is kept in
// the Reader. Later, report is notified of each change of the file, as reload.New says.
func FromSettings(settings *env.Reader, report func(error)) *Secrets {
	text, path := settings.String(Setting, ""), settings.String(FileSetting, "")
	required := settings.Choice(RequiredSetting, "false", "false", "true") == "true"
	switch {
	case text != "" && path != "":
		settings.Refuse(FileSetting, "want this or "+Setting+", got both")
	case text != "":
		secrets, err := parse(text)
		if err != nil {
			settings.Refuse(Setting, err.Error())
		}
		return &Secrets{fixed: secrets}
	case path != "":
		file, err := reload.New(func(contents [][]byte) (list, error) { return parse(string(contents[0])) }, report, path)
		if err != nil {
			settings.Refuse(FileSetting, err.Error())
		}
		return &Secrets{file: file}
	case required:
		settings.Refuse(RequiredSetting, "want a secret in "+Setting+" or "+FileSetting+", got none, so nobody is answered; "+example)
	}
	return nil
}

// noSecret is the error of a list without a secret. Where there was one before, nobody is let in any more.
type noSecret struct{}

func (noSecret) Error() string { return "want at least one secret, got none; " + example }

func (noSecret) Is(target error) bool { return target == reload.ErrRevoked }

// none reports whether there is no secret now, as when the file was emptied or is gone.
func (s *Secrets) none() bool {
	return s.file != nil && len(s.file.Get()) == 0
}

// Allow reports whether the last segment of the path is one of the secrets. Its time does not depend on the secrets.
func (s *Secrets) Allow(path string) bool {
	secrets := s.fixed
	if s.file != nil {
		secrets = s.file.Get()
	}
	segment := path[strings.LastIndexByte(path, '/')+1:]
	if len(segment) > longest {
		return false
	}
	got, allowed := sha256.Sum256([]byte(segment)), 0
	for i := range secrets {
		allowed |= subtle.ConstantTimeCompare(got[:], secrets[i][:])
	}
	return allowed == 1
}

// parse reads a list of secrets. Its errors count the secrets and never quote one.
func parse(text string) (list, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	if len(words) == 0 {
		return nil, noSecret{}
	}
	secrets := make(list, len(words))
	for i, word := range words {
		if err := check(word); err != nil {
			return nil, fmt.Errorf("secret %d of %d: %w; %s", i+1, len(words), err, example)
		}
		secrets[i] = sha256.Sum256([]byte(word))
	}
	return secrets, nil
}

// check refuses a secret that a path cannot carry unchanged or that cannot hold 128 bits. Nothing can tell whether a
// secret is random, but it can be too short for it.
func check(secret string) error {
	used := map[rune]bool{}
	alphabet := 10
	for _, r := range secret {
		used[r] = true
		switch {
		case '0' <= r && r <= '9':
		case 'a' <= r && r <= 'f':
			alphabet = max(alphabet, 16)
		case 'g' <= r && r <= 'z':
			alphabet = max(alphabet, 36)
		case 'A' <= r && r <= 'Z', r == '-', r == '_', r == '.', r == '~':
			alphabet = 62
		default:
			return errors.New("want letters, digits and -._~ only, got another character")
		}
	}
	if len(secret) > longest {
		return fmt.Errorf("want at most %d characters, got %d", longest, len(secret))
	}
	if holds := float64(len(secret)) * math.Log2(float64(alphabet)); holds < bits {
		return fmt.Errorf("want at least %d random bits, got at most %.0f", bits, holds)
	}
	if len(used) < distinct {
		return fmt.Errorf("want at least %d random bits, got only %d different characters", bits, len(used))
	}
	return nil
}
