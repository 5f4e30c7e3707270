import { report, write } from '../agent.mjs'

const TEST = `
func TestSlug(t *testing.T) {
	for in, want := range map[string]string{"Hello, World": "hello-world", "Area 51!": "area-51"} {
		if got := Slug(in); got != want {
			t.Fatalf("got %q", got)
		}
	}
}
`

/** Slug of Go with more before it, a condition to be right, and more in its test. */
export function goSlug({ imports = [], before = '', isRight = 'true', test = '', testImports = [] }) {
  const list = names => ['(', ...names.toSorted().map(name => `\t"${name}"`), ')'].join('\n')
  const right = 'strings.Join(regexp.MustCompile("[a-z0-9]+").FindAllString(strings.ToLower(text), -1), "-")'
  write('slug.go', `package toy

import ${list(['regexp', 'strings', ...imports])}
${before}
// Slug is a text as a part of an address.
func Slug(text string) string {
	if ${isRight} {
		return ${right}
	}
	return text
}
`)
  write('slug_test.go', `package toy\n\nimport ${list(['testing', ...testImports])}\n${test}${TEST}`)
  report()
}
