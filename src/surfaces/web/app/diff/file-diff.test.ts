import { expect, test } from 'vitest'
import { isColoured, keyOfLine, linesBetween, piecesOf, readPatch } from './file-diff.ts'

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 1111111..2222222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@
 first
-old
+new
+more
 last
`

const added = (path: string, count: number, line = 'x') => `diff --git a/${path} b/${path}
new file mode 100644
index 0000000..2222222
--- /dev/null
+++ b/${path}
@@ -0,0 +1,${count} @@
${Array.from({ length: count }, () => `+${line}`).join('\n')}
`

test('a patch is files with their lines counted', () => {
  expect(readPatch(PATCH + added('b.py', 2))).toMatchObject([
    { path: 'src/a.ts', type: 'modify', added: 2, removed: 1, folded: null },
    { path: 'b.py', type: 'add', added: 2, removed: 0, folded: null },
  ])
  expect(readPatch('')).toEqual([])
})

test('lock files, generated files, large files and very long lines are folded with the reason', () => {
  const [lock, built, large, long] = readPatch(
    added('package-lock.json', 3) +
      added('dist/a.min.js', 1) +
      added('a.ts', 6_000) +
      added('b.ts', 1, 'x'.repeat(3_000)),
  )
  expect(lock!.folded).toMatch(/package manager/)
  expect(built!.folded).toMatch(/generated/)
  expect(large!.folded).toBe('6,000 lines')
  expect(long!.folded).toMatch(/long lines/)
  expect(isColoured(large!)).toBe(false)
})

test('pieces of a large hunk are all of its lines, once and in order', () => {
  const [file] = readPatch(added('a.ts', 1_000))
  const pieces = piecesOf(file!.hunks)
  expect(pieces.length).toBeGreaterThan(5)
  expect(pieces.flatMap(({ changes }) => changes)).toEqual(file!.hunks[0]!.changes)
  expect(pieces.map(({ content }) => content).filter(Boolean)).toHaveLength(1)
})

test('lines between two keys are of the side of the last one, in either order', () => {
  const [file] = readPatch(PATCH)
  const [new2, new4] = [keyOfLine(file!, { side: 'new', to: 2 })!, keyOfLine(file!, { side: 'new', to: 4 })!]
  expect(linesBetween(file!, new2, new4).map(({ content }) => content)).toEqual(['new', 'more', 'last'])
  expect(linesBetween(file!, new4, new2)).toEqual(linesBetween(file!, new2, new4))
  const old2 = keyOfLine(file!, { side: 'old', to: 2 })!
  expect(linesBetween(file!, old2, old2).map(({ content }) => content)).toEqual(['old'])
})

test('a line that the change does not show has no key', () => {
  const [file] = readPatch(PATCH)
  expect(keyOfLine(file!, { side: 'new', to: 99 })).toBeNull()
})
