// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"workload.example.io/interpreter/test/bench/servers"
)

// colors can be told apart by the color-blind too.
var colors = map[string]color.Color{
	servers.Ours:    color.RGBA{0x00, 0x72, 0xb2, 0xff},
	servers.Quiet:   color.RGBA{0x56, 0xb4, 0xe9, 0xff},
	servers.Example: color.RGBA{0xd5, 0x5e, 0x00, 0xff},
	servers.Bare:    color.RGBA{0x99, 0x99, 0x99, 0xff},
	servers.Lua:     color.RGBA{0x00, 0x9e, 0x73, 0xff},
	servers.Native:  color.RGBA{0xcc, 0x79, 0xa7, 0xff},
}

const (
	panelWidth, panelHeight = 15 * vg.Centimeter, 8.5 * vg.Centimeter
	columns                 = 2
)

// SVG draws a panel for each section that was measured: medians, and the quartiles as bars.
func (r *Result) SVG(w io.Writer) error {
	var panels []*plot.Plot
	for _, panel := range []struct {
		section, measure string
		draw             func(*plot.Plot, []*Series) error
	}{
		{OneConnection, P50, bars}, {Connections, CPU, bars}, {Client, P50, bars}, {Connections, Throughput, bars},
		{Bodies, CPU, lines}, {Members, CPU, lines}, {Storm, CPU, bars}, {Process, FirstReply, bars},
	} {
		var series []*Series
		for _, s := range r.Of(panel.section) {
			if s.Measure == panel.measure {
				series = append(series, s)
			}
		}
		if len(series) == 0 {
			continue
		}
		p := plot.New()
		p.Title.Text = fmt.Sprintf("%s: %s, %s", panel.section, panel.measure, series[0].Unit)
		p.Legend.Top, p.Legend.Padding = true, vg.Millimeter
		if err := panel.draw(p, series); err != nil {
			return err
		}
		panels = append(panels, p)
	}
	return Tiles(w, panels)
}

// Tiles draws panels in rows of two.
func Tiles(w io.Writer, panels []*plot.Plot) error {
	rows := (len(panels) + columns - 1) / columns
	grid := make([][]*plot.Plot, rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, columns)
		copy(grid[i], panels[i*columns:])
	}
	canvas := vgsvg.New(columns*panelWidth, vg.Length(rows)*panelHeight)
	white := draw.New(canvas)
	white.FillPolygon(color.White, []vg.Point{{}, {X: white.Max.X}, white.Max, {Y: white.Max.Y}})
	layout := draw.Tiles{Rows: rows, Cols: columns, PadX: 6 * vg.Millimeter, PadY: 6 * vg.Millimeter,
		PadTop: 4 * vg.Millimeter, PadBottom: 2 * vg.Millimeter, PadLeft: 2 * vg.Millimeter, PadRight: 4 * vg.Millimeter}
	if rows == 0 {
		_, err := canvas.WriteTo(w)
		return err
	}
	for i, row := range plot.Align(grid, layout, white) {
		for j, place := range row {
			if grid[i][j] != nil {
				grid[i][j].Draw(place)
			}
		}
	}
	_, err := canvas.WriteTo(w)
	return err
}
