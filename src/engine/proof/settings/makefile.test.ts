import { describe, expect, it } from 'vitest'
import { changedRules, goesThroughMake } from './makefile.ts'

const BASE =
  'CFLAGS = -Wall\nOBJS = a.o \\\n  b.o\n.PHONY: test\ntest: build\n\t./run-tests\nbuild: $(OBJS)\n\tcc -o a $(OBJS)\n'

describe('a Makefile that checks go through', () => {
  it.each([
    ['another recipe', BASE.replace('./run-tests', 'true'), ['test']],
    ['a recipe that ignores failures', BASE.replace('\t./run', '\t-./run'), ['test']],
    ['a rule that is gone', BASE.replace('test: build\n\t./run-tests\n', ''), ['test']],
    ['a second rule of the same name', `${BASE}test: hide\n`, ['test']],
    ['another flag', BASE.replace('-Wall', '-Wall -w'), ['CFLAGS']],
    ['another shell', `${BASE}SHELL = ./sh\n`, ['SHELL']],
    ['files left out', BASE.replace('b.o', ''), ['OBJS']],
  ])('is changed by %s', (_, text, expected) => {
    expect(changedRules(BASE, text)).toEqual(expected)
  })

  it.each([
    ['a new rule', `${BASE}.PHONY: gen\ngen:\n\tnode gen.js\n`],
    ['one more file', BASE.replace('b.o', 'b.o c.o')],
    ['a comment', `# how it is built\n${BASE}`],
  ])('is not changed by %s', (_, text) => {
    expect(changedRules(BASE, text)).toEqual([])
  })

  it('is known by the commands', () => {
    expect(['make test', 'cd a && make', 'gmake'].every(command => goesThroughMake([command]))).toBe(true)
    expect(goesThroughMake(['cmake --build .', 'npm run make-it'])).toBe(false)
  })
})
