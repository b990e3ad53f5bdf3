// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

const (
	// lull is how long no call must have come, while calls are refused, for the listener to close: Karmada repeats a call
	// that was refused after a second.
	lull = 100 * time.Millisecond
	// drainStep is the time between two looks.
	drainStep = 5 * time.Millisecond
)

// drain ends the server. The listener stays open until nobody comes, for at most two thirds of the time; the rest belongs
// to the calls in flight.
func (s *Server) drain() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	began := time.Now()
	s.lastCall.Store(began.UnixNano())
	s.leaving.Store(true)
	s.log.Info("stopping", slog.Int64("in_flight", s.InFlight()))

	if !s.quiet(s.config.DrainQuiet, began.Add(s.config.DrainTimeout/2)) {
		s.refusing.Store(true)
		s.quiet(lull, began.Add(s.config.DrainTimeout*2/3))
		s.refusing.Store(false)
	}
	s.listener.stop()
	s.log.Debug("what waited is served", slog.Any("cause", <-s.served))
	s.places.hurry()
	for ctx.Err() == nil && (s.InFlight() > 0 || s.places.newcomers() > 0) { // whom Shutdown would not answer
		time.Sleep(drainStep)
	}
	err := s.http.Shutdown(ctx)
	if lost := s.InFlight(); err != nil && lost > 0 {
		return errors.Join(fmt.Errorf("cannot finish %d calls within %s", lost, s.config.DrainTimeout), s.http.Close())
	}
	_ = s.http.Close() // what is left are connections without a call
	s.log.Info("stopped")
	return nil
}

// quiet waits until no call has come for a while and reports whether that was before the deadline.
func (s *Server) quiet(while time.Duration, deadline time.Time) bool {
	for {
		now := time.Now()
		switch last := time.Unix(0, s.lastCall.Load()); {
		case now.Sub(last) >= while:
			return true
		case !now.Before(deadline):
			return false
		}
		time.Sleep(drainStep)
	}
}
