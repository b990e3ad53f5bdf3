// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package playground

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"workload.example.io/interpreter/test/karmada/proc"
)

// version of the folder's layout. Raise it with every change that an older playground's folder does not survive.
const version = 1

// phases of a playground.
const (
	starting = "starting" // "up" is at work, or was killed
	running  = "running"
)

// State is what the folder remembers of a playground, in state.json.
type State struct {
	Version    int            `json:"version"`
	Phase      string         `json:"phase"`
	Release    string         `json:"release"` // of Karmada; empty stands for the newest
	Ports      map[string]int `json:"ports"`
	PathSecret string         `json:"pathSecret"` // of the function, see knative/settings.md
	Processes  []proc.Process `json:"processes"`
}

// errUnusable means that the folder is a playground's, but its state is of no use. Down can still empty it.
var errUnusable = errors.New("the state folder cannot be used")

// load reads the state; a folder without one gives the zero State.
func (f Folder) load() (State, error) {
	raw, err := os.ReadFile(f.path("state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, f.mustBeOurs()
	}
	if err != nil {
		return State{}, fmt.Errorf("cannot read the state: %w", err)
	}
	var state State
	if err := json.Unmarshal(raw, &state); err != nil {
		return State{}, fmt.Errorf("%w: cannot read %s: %w\nnext: make -C test karmada-down, then make -C test karmada-up",
			errUnusable, f.path("state.json"), err)
	}
	if state.Version != version {
		return state, fmt.Errorf("%w: %s has version %d, this playground writes %d\nnext: make -C test karmada-down, then make -C test karmada-up",
			errUnusable, f, state.Version, version)
	}
	return state, nil
}

// mustBeOurs refuses a folder that holds what no playground has put there, so that "down" never empties it.
func (f Folder) mustBeOurs() error {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !slices.Contains([]string{"lock", "logs", "state.json.new"}, entry.Name()) {
			return fmt.Errorf("%s holds %q but no state.json: it is not a playground's folder\n"+
				"next: name another folder in KARMADA_STATE, or empty this one", f, entry.Name())
		}
	}
	return nil
}

// save replaces the state in one step, so that an interruption leaves either the old or the new one.
func (f Folder) save(state State) error {
	raw, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(f.path("state.json.new"), append(raw, '\n'), 0o600); err != nil {
		return fmt.Errorf("cannot write the state: %w", err)
	}
	return os.Rename(f.path("state.json.new"), f.path("state.json"))
}

// dead names the components that have ended, each with the end of its log. It is empty when all is well.
func (s State) dead() error {
	var errs []error
	for _, p := range s.Processes {
		if !p.Alive() {
			errs = append(errs, fmt.Errorf("%s (pid %d) has ended; the end of %s:\n%s", p.Name, p.PID, p.Log, proc.Tail(p.Log, 8)))
		}
	}
	return errors.Join(errs...)
}
