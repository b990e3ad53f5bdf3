// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// spread is the points of a series with their quartiles.
type spread struct {
	plotter.XYs
	plotter.YErrors
}

func (s *spread) add(x float64, samples []float64) {
	sum := Summarize(samples)
	s.XYs = append(s.XYs, plotter.XY{X: x, Y: sum.Median})
	s.YErrors = append(s.YErrors, struct{ Low, High float64 }{sum.Median - sum.Q1, sum.Q3 - sum.Median})
}

// bars draws a group of bars for each case.
func bars(p *plot.Plot, series []*Series) error {
	cases := distinct(series, func(s *Series) string { return s.Case })
	subjects := distinct(series, func(s *Series) string { return s.Subject })
	width := vg.Length(float64(panelWidth) * 0.7 / float64(len(cases)*(len(subjects)+1)))
	highest := 0.0
	for i, subject := range subjects {
		offset := vg.Length(float64(i)-float64(len(subjects)-1)/2) * width
		var values spread
		for x, name := range cases {
			for _, s := range series {
				if s.Case == name && s.Subject == subject {
					values.add(float64(x), s.Samples)
					highest = math.Max(highest, Summarize(s.Samples).Q3)
				}
			}
		}
		for k, point := range values.XYs {
			bar, err := plotter.NewBarChart(plotter.Values{point.Y}, width)
			if err != nil {
				return err
			}
			bar.XMin, bar.Offset, bar.Color, bar.LineStyle.Width = point.X, offset, colors[subject], 0
			p.Add(bar, &whisker{point.X, offset, point.Y - values.YErrors[k].Low, point.Y + values.YErrors[k].High})
			if k == 0 {
				p.Legend.Add(subject, bar)
			}
		}
	}
	names := make([]string, len(cases))
	for i, name := range cases {
		names[i] = short.Replace(name)
	}
	p.NominalX(names...)
	p.Y.Tick.Marker = plot.TickerFunc(ticks)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(cases))-0.5, 0, highest*1.35 // room for the legend
	return nil
}

// short makes room for the names of operations.
var short = strings.NewReplacer("Interpret", "", "ReviseReplica", "Revise", "AggregateStatus", "Aggregate", "new connection, RSA 2048", "")

// ticks writes numbers as the tables do.
func ticks(low, high float64) []plot.Tick {
	marks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range marks {
		if marks[i].Label != "" {
			marks[i].Label = number(marks[i].Value)
		}
	}
	return marks
}

// whisker is the line from the lower to the upper quartile of a bar.
type whisker struct {
	x      float64
	offset vg.Length
	y1, y3 float64
}

// Plot draws the line.
func (w *whisker) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := x(w.x) + w.offset
	c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: vg.Points(0.8)}, at, y(w.y1), at, y(w.y3))
}

// lines draws a line for each subject over the size that the case names.
func lines(p *plot.Plot, series []*Series) error {
	for _, subject := range distinct(series, func(s *Series) string { return s.Subject }) {
		var values spread
		for _, s := range series {
			if s.Subject == subject {
				values.add(size(s.Case), s.Samples)
			}
		}
		line, points, err := plotter.NewLinePoints(values.XYs)
		if err != nil {
			return err
		}
		quartiles, err := plotter.NewYErrorBars(values)
		if err != nil {
			return err
		}
		line.Color, line.Width = colors[subject], vg.Points(1.5)
		points.Color, points.Shape = colors[subject], draw.CircleGlyph{}
		quartiles.Color = colors[subject]
		p.Add(line, points, quartiles)
		p.Legend.Add(subject, line, points)
	}
	p.Legend.Left = true
	p.Y.Max *= 20 // room for the legend
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	p.Add(plotter.NewGrid())
	_, unit, _ := strings.Cut(series[0].Case, " ")
	p.X.Label.Text = unit
	return nil
}

// size reads a case such as "5 KiB" or "6 MiB" in the unit of the smallest.
func size(name string) float64 {
	var n float64
	var unit string
	_, _ = fmt.Sscanf(name, "%g %s", &n, &unit)
	if unit == "MiB" {
		n *= 1 << 10
	}
	return n
}
