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
			tab.choose("workload.example.io", "Workload")
			tab.text("#answer-InterpretDependency", "shop-settings")
			tab.click("#answer-InterpretHealth .behind summary")
			tab.run(chromedp.Evaluate[chromedp.Void](`void (document.activeElement.blur(), scrollTo(0, 0))`))
			shot, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
			tab.image("try-"+name+".png", shot, err)

			tab.click("#add-member")
			tab.text(".member:nth-of-type(3) .gets", "gets")
			tab.run(chromedp.Evaluate[chromedp.Void](`void document.activeElement.blur()`))
			shot, err = chromedp.Run(tab.ctx, chromedp.Screenshot(chromedp.CSS("#rollout")))
			tab.image("try-rollout-"+name+".png", shot, err)
		})
	}
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
