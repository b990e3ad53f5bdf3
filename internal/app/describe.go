// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"log/slog"
	"os"

	"workload.example.io/interpreter/internal/interpreter"
	"workload.example.io/interpreter/internal/kinds/described"
	"workload.example.io/interpreter/internal/serve/env"
	"workload.example.io/interpreter/internal/serve/telemetry"
)

// The settings that describe kinds.
const (
	// KindsSetting holds descriptions as YAML.
	KindsSetting = "INTERPRETER_KINDS"
	// KindsFileSetting names a file or a folder with descriptions.
	KindsFileSetting = "INTERPRETER_KINDS_FILE"
)

// maxVariable is how long Linux lets an environment variable be, its name and two more bytes included.
const maxVariable = 128 << 10

// Describe adds the kinds that the settings describe, where a wrong one is kept as an error. A description of a kind that is among
// those given replaces it. The form of the descriptions has been checked when Describe returns; their expressions are when compile
// does, which takes milliseconds for each kind and may run while calls are answered: a kind that is asked before is compiled
// at that call. compile is nil if nothing is described.
func Describe(settings *env.Reader, log *telemetry.Log, kinds []interpreter.Kind) (all []interpreter.Kind, compile func() error) {
	var sources []described.Source
	text, path := settings.String(KindsSetting, ""), settings.String(KindsFileSetting, "")
	if most := maxVariable - len(KindsSetting) - 2; len(text) > most {
		settings.Refuse(KindsSetting, fmt.Sprintf("want at most 128 KiB, got more; %s names a file instead", KindsFileSetting))
		return kinds, nil
	}
	if text != "" {
		sources = append(sources, described.Source{Name: KindsSetting, Data: []byte(text)})
	}
	if path != "" {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			settings.Refuse(KindsFileSetting, "want a regular file or a folder, got another kind") // a pipe would be waited for
			return kinds, nil
		}
		files, err := described.Files(path)
		if err != nil {
			settings.Refuse(KindsFileSetting, err.Error())
			return kinds, nil
		}
		sources = append(sources, files...)
	}
	if len(sources) == 0 {
		return kinds, nil
	}
	set, err := described.Load(sources...)
	if err != nil {
		settings.Fail(unusable(err))
		return kinds, nil
	}
	all = described.Replace(kinds, set.Kinds(), func(kind interpreter.Kind) {
		log.Info("a description replaces the kind that is built in", slog.String("kind", kind.Kind), slog.String("group", kind.Group))
	})
	return all, func() error {
		if err := set.Compile(); err != nil {
			return unusable(err)
		}
		return nil
	}
}

func unusable(err error) error { return fmt.Errorf("cannot use the description %w", err) }
