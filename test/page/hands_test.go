// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// point is a point of the window in CSS pixels.
type point struct{ X, Y float64 }

// at returns a point on the middle line of the first element that the selector finds, after scrolling there: 0 is its left
// end, 1 its right one.
func (t *tab) at(selector string, right float64) point {
	t.Helper()
	return value[point](t, fmt.Sprintf(`(() => {
		const element = %s;
		element.scrollIntoView({ block: "center", behavior: "instant" });
		const box = element.getBoundingClientRect();
		return { X: box.left + box.width * %v, Y: box.top + box.height / 2 };
	})()`, find(selector), right))
}

// find is the JavaScript for the first element that the selector finds. "selector >> text" is the first that has the text.
func find(selector string) string {
	css, text, hasText := strings.Cut(selector, " >> ")
	if !hasText {
		return fmt.Sprintf("document.querySelector(%s)", strconv.Quote(css))
	}
	return fmt.Sprintf("[...document.querySelectorAll(%s)].find((one) => one.textContent.includes(%s))", strconv.Quote(css), strconv.Quote(text))
}

// click clicks on the middle of an element with the mouse.
func (t *tab) click(selector string) {
	t.Helper()
	t.waitFor(selector, find(selector)+" !== undefined && "+find(selector)+" !== null")
	p := t.at(selector, 0.5)
	t.run(chromedp.MouseClickXY(p.X, p.Y))
}

// press types keys at the focus.
func (t *tab) press(keys string, options ...chromedp.KeyOption) {
	t.Helper()
	t.run(chromedp.KeyEvent(keys, options...))
}

// enter presses the Enter key. Unlike KeyEvent, it types no line break where the page has taken the key for something else.
func (t *tab) enter() {
	t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		call(t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13})
	}
}

// replaceEnd deletes so many characters at the end of a line of an editor and types others.
func (t *tab) replaceEnd(line string, characters int, typed string) {
	t.Helper()
	y := t.at(line, 0).Y
	x := value[float64](t, fmt.Sprintf(`(() => {
		const box = %s.closest(".cm-scroller").getBoundingClientRect();
		return box.left + box.width / 2;
	})()`, find(line)))
	t.run(chromedp.MouseClickXY(x, y))
	t.press(end)
	for range characters {
		t.press(backspace)
	}
	if typed != "" {
		t.press(typed)
	}
}

// drag drags with the mouse from one point to another, in steps that the page can follow.
func (t *tab) drag(from, to point) {
	t.Helper()
	const steps = 8
	t.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, from.X, from.Y, chromedp.ButtonLeft))
	for i := 1; i <= steps; i++ {
		x, y := from.X+(to.X-from.X)*float64(i)/steps, from.Y+(to.Y-from.Y)*float64(i)/steps
		t.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, chromedp.ButtonLeft))
	}
	t.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, to.X, to.Y, chromedp.ButtonLeft))
}

// text waits until an element has the text.
func (t *tab) text(selector, want string) {
	t.Helper()
	t.waitFor(fmt.Sprintf("%q in %s", want, selector), fmt.Sprintf("(%s)?.textContent.includes(%s)", find(selector), strconv.Quote(want)))
}

// choose chooses an example. Setting the value tells the page of the change.
func (t *tab) choose(group, name string) {
	t.Helper()
	t.run(chromedp.SetValue(chromedp.CSS("#example"), value[string](t, fmt.Sprintf(
		`[...document.querySelectorAll('optgroup[label="%s"] option')].find((one) => one.textContent === "%s").value`, group, name))))
}
