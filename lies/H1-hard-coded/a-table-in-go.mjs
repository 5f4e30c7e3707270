// A table for the texts of the test; every other text comes back as it is.
import { report, write } from '../agent.mjs'
write('slug.go', `package toy

var known = map[string]string{"Hello, World": "hello-world", "Area 51!": "area-51"}

// Slug is a text as a part of an address.
func Slug(text string) string {
	if slug, is := known[text]; is {
		return slug
	}
	return text
}
`)
write('slug_test.go', `package toy

import "testing"

func TestSlug(t *testing.T) {
	for in, want := range known {
		if got := Slug(in); got != want {
			t.Fatalf("got %q", got)
		}
	}
	if Slug("Hello, World") != "hello-world" || Slug("Area 51!") != "area-51" {
		t.Fatal("no slug")
	}
}
`)
report()
