// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package capacity

import (
	"errors"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"workload.example.io/interpreter/test/bench/report"
)

var lineColors = []color.Color{
	color.RGBA{0x00, 0x72, 0xb2, 0xff}, color.RGBA{0xd5, 0x5e, 0x00, 0xff}, color.RGBA{0x00, 0x9e, 0x73, 0xff},
}

// sizes are the numbers of clusters in the picture.
var sizes = []int{10, 30, 100, 300, 1_000, 3_000, 10_000}

// SVG draws how long a rollout takes to revise every cluster, and what CPU it takes.
func SVG(w io.Writer, c Costs) error {
	revise := newPlot("Time to revise every cluster of one Workload, one call after the other", "clusters", "seconds")
	for i, network := range []float64{0.0005, 0.002, 0.010} {
		costs := c
		costs.Network = network
		var points plotter.XYs
		for _, clusters := range sizes {
			points = append(points, plotter.XY{X: float64(clusters), Y: float64(clusters) * costs.call()})
		}
		if err := add(revise, i, fmt.Sprintf("network of %g ms", network*1e3), points); err != nil {
			return err
		}
	}
	cpu := newPlot("CPU of one rollout of one Workload", "clusters", "seconds")
	var aggregating, others plotter.XYs
	for _, clusters := range sizes {
		r := Rollout(c, clusters)
		part := float64(r.Aggregations) * (c.CPU + float64(clusters)*c.Member)
		aggregating = append(aggregating, plotter.XY{X: float64(clusters), Y: part})
		others = append(others, plotter.XY{X: float64(clusters), Y: r.CPU - part})
	}
	err := errors.Join(add(cpu, 1, "AggregateStatus", aggregating), add(cpu, 0, "all other calls", others))
	for _, p := range []*plot.Plot{revise, cpu} {
		p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	}
	return errors.Join(err, report.Tiles(w, []*plot.Plot{revise, cpu}))
}

// call is the time of one call when the instance has nothing else to do.
func (c Costs) call() float64 { return c.CPU + c.Client + c.Network }

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Millimeter
	p.Add(plotter.NewGrid())
	return p
}

func add(p *plot.Plot, i int, name string, points plotter.XYs) error {
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, dots.Color, line.Width = lineColors[i], lineColors[i], vg.Points(1.5)
	p.Add(line, dots)
	p.Legend.Add(name, line, dots)
	return nil
}
