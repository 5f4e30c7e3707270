import { globMatcher } from '../../../../core/text/glob.ts'
import { endings } from '../../../../core/text/paths.ts'
import type { Edit } from '../edits.ts'
import { type Empty, nodeText, type ReadText, type TreeLanguage } from '../tree/language-row.ts'
import { childIn, leavesOf, outermost } from '../tree/node.ts'

const emptyGo: Empty = (read, { node, body }) => {
  const result = childIn(node, 'result')
  const start = childIn(node, 'parameters')!.end
  if (!result) return { start, text: ' {}' }
  const parts = result.children.filter(({ type }) => type === 'parameter_declaration')
  const isList = result.type === 'parameter_list'
  const named = isList && parts.some(part => childIn(part, 'name'))
  const types = isList ? parts.map(part => nodeText(read, part)) : [read.text.slice(result.start, body.start).trim()]
  const results = named ? nodeText(read, result) : `(${types.map(type => `_ ${type}`).join(', ')})`
  return { start, text: ` ${results} { return }` }
}

/** Imports that only the emptied functions used: the Go compiler rejects unused imports. */
function unusedImports(now: ReadText, left: ReadText | null): readonly Edit[] {
  const [then, used] = [packagesIn(now), left ? packagesIn(left) : new Set<string>()]
  return outermost(now.root, ({ type }) => type === 'import_spec').flatMap(spec => {
    const named = childIn(spec, 'name')
    const name = named ? nodeText(now, named) : packageName(nodeText(now, childIn(spec, 'path')!).slice(1, -1))
    if (!then.has(name) || used.has(name)) return []
    return [{ start: spec.start, end: childIn(spec, 'path')!.start, text: '_ ', name }]
  })
}

/** Names before a dot. */
function packagesIn(read: ReadText): ReadonlySet<string> {
  const leaves = leavesOf(read.root)
  return new Set(leaves.filter((_, at) => leaves[at + 1]?.type === '.').map(leaf => nodeText(read, leaf)))
}

/** The usual name of a package: the last part of its path, without a version. */
const packageName = (path: string): string =>
  (
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  )
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/g, '')
    .replace(/\W/g, '_')

/** The name that a file gives its package; null if it gives none. */
export const goPackage = (text: string): string | null => /^package\s+(\w+)/m.exec(text)?.[1] ?? null

const PASSES: ReadonlySet<string> = new Set(['package_clause', 'import_declaration'])

export const GO: TreeLanguage = {
  language: 'go',
  grammar: 'go',
  endings: endings('go'),
  comments: new Set(['comment']),
  obeyed: /^\/\/(go:|export |line |extern |\s*\+build|\s*nolint|lint:)|^\/\*line /,
  strings: new Set(['interpreted_string_literal', 'raw_string_literal', 'rune_literal']),
  functions: new Set(['function_declaration', 'method_declaration']),
  nothing: '',
  unreadable: /\bimport\b[^;{]*"C"/,
  isTestFile: globMatcher(['**/*[_-]test{,s}.go']),
  lines: 'c-like',
  isCompiled: true,
  empty: emptyGo,
  unusedImports,
  passes: ({ type }) => PASSES.has(type),
  isTestName: name => /^(?:Test|Example|Fuzz|Benchmark)/.test(name),
  isPublicName: name => /^[A-Z]/.test(name),
}
