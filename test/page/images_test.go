// SPDX-FileCopyrightText: The Workload Interpreter Authors
// SPDX-License-Identifier: Apache-2.0

package page_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "rewrite the pictures in docs/images")

// TestImages takes the pictures of the documentation. With -update it keeps them.
func TestImages(t *testing.T) {
	for name, look := range looks {
		t.Run(name, func(t *testing.T) {
			tab := open(t, try(t), look)
			tab.choose("apps.kruise.io", "CloneSet")
			tab.text("#answer-InterpretDependency", "mysql-config")
			tab.click("#answer-InterpretHealth .behind summary")
			tab.still("scrollTo(0, 0)")
			shot, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
			tab.image("try-"+name+".png", shot, err)

			tab.thirdMember()
			shot, err = chromedp.Run(tab.ctx, chromedp.Screenshot(chromedp.CSS("#picture")))
			tab.image("try-rollout-"+name+".png", shot, err)
		})
	}
	t.Run("README", func(t *testing.T) {
		tab := open(t, try(t), look{width: 1280, height: 1240})
		tab.thirdMember()
		tab.still(`scrollBy(0, document.querySelector("#picture").getBoundingClientRect().bottom - innerHeight + 24)`)
		shot, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
		tab.image("try.png", shot, err)
	})
}

// thirdMember adds a member that has reported nothing yet.
func (t *tab) thirdMember() {
	t.Helper()
	t.click("#add-member")
	t.text(".member:nth-of-type(3) .gets", "gets")
	t.still("0")
}

// still runs JavaScript and leaves nothing in focus, so that no cursor blinks in a picture.
func (t *tab) still(script string) {
	t.Helper()
	t.run(chromedp.Evaluate[chromedp.Void](`void (document.activeElement.blur(), ` + script + `)`))
}

// image keeps a picture, or shows that there is one of its name.
func (t *tab) image(name string, picture []byte, err error) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", "images", name)
	if err == nil && *update {
		err = os.WriteFile(path, picture, 0o644)
	}
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Errorf("%s (go test -run Images -update makes it): %v", name, err)
	}
}
