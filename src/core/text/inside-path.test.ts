import { expect, test } from 'vitest'
import { isInsideTree } from './inside-path.ts'

test.each(['docs/reviews', './notes/', '.github/reviews', '.gitattributes', 'a/.git-notes', 'src/gen/**'])(
  '%j is a path inside the tree',
  path => expect(isInsideTree(path)).toBe(true),
)

test.each([
  '',
  '.',
  '/etc',
  'C:/x',
  '../outside',
  'a/../../b',
  '.git/hooks',
  'a/.git',
  '.GIT/hooks',
  '.git./hooks',
  '.git /hooks',
  'GIT~1/hooks',
  '.g\u200cit/hooks',
  '.git::$INDEX_ALLOCATION/hooks',
  'a\\.git\\hooks',
  'a\u0000b',
])('%j is not', path => expect(isInsideTree(path)).toBe(false))
