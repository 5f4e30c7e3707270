import { literalsIn } from '../../syntax/literal-tokens.ts'
import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

/** Base cases of honest algorithms. */
const TRIVIAL: ReadonlySet<string> = new Set(['0', '1', '-1', '2', '', 'true', 'false', 'null', 'none'])
/** Fewer equal entries of a table are chance. */
const TABLE_MIN = 3

/** Inputs of a test and the result that it expects. */
interface Pair {
  readonly inputs: readonly string[]
  readonly expected: string
}

/**
 * Expected results of the tests, hard-coded in the source: the literals of one line of a test beside each other, in whatever form. It
 * can only ask: constants of the contract belong there, and held-out inputs decide it better than reading.
 */
export const hardCoded: DiffCheck = {
  name: 'hard-coded',
  look: diff => {
    const pairs = Map.groupBy(
      diff.files.filter(file => file.kind === 'test').flatMap(pairsIn),
      ({ expected }) => expected,
    )
    if (pairs.size === 0) return []
    return diff.files
      .filter(file => file.kind === 'source')
      .flatMap(file => [...sideBySide(diff, file, pairs), ...onlyAnswers(diff, file, pairs)])
  },
}

type Pairs = ReadonlyMap<string, readonly Pair[]>

/** The last literal of a line is the result, behind a call or in a row of cases; the first one may be the title of the test. */
const pairsIn = (file: DiffFile): readonly Pair[] =>
  file.added.flatMap(({ spoken }) => {
    const literals = plainLiterals(spoken)
    const expected = literals.at(-1)
    if (expected === undefined || literals.length < 2 || !(isBehindCall(spoken) || isRow(spoken, literals))) return []
    const inputs = literals.slice(0, -1)
    return [{ inputs, expected }, ...(inputs.length > 1 ? [{ inputs: inputs.slice(1), expected }] : [])]
  })

function isBehindCall(line: string): boolean {
  const [input, result] = literalsIn(line).slice(-2)
  return line.slice(input!.end, result!.start).includes(')')
}

/** Names in a list are no cases. */
const isRow = (line: string, literals: readonly string[]): boolean =>
  '[({'.includes(line.trimStart().slice(0, 1)) && literals.some(literal => /^-?\d/.test(literal))

const plainLiterals = (line: string): readonly string[] =>
  literalsIn(line).map(({ value }) => (/^(True|False|None)$/.test(value) ? value.toLowerCase() : value))

const isGiven = ({ givenText }: DiffUnderReview, { inputs, expected }: Pair): boolean =>
  [...inputs, expected].every(literal => givenText.includes(literal.toLowerCase()))

/** Inputs and result on one line of the source, or on two: a condition, an entry of a table, a key behind a checksum. */
function sideBySide(diff: DiffUnderReview, file: DiffFile, pairs: Pairs): readonly DiffFinding[] {
  const hits = file.added.flatMap(line => {
    const near = plainLiterals(`${line.spoken}\n${file.lines[line.number]?.spoken ?? ''}`)
    const words = new Set(near.flatMap(literal => [literal, ...literal.split(/[\s,;:|/_]+/)]))
    // The keys of a table need no quotes.
    const keys = new Set(line.code.match(/\w+/g))
    const isThere = (input: string, { inputs }: Pair) => words.has(input) || (inputs.length === 1 && keys.has(input))
    const compares = COMPARES.test(line.code)
    return [...new Set(near)]
      .flatMap(literal => pairs.get(literal) ?? [])
      .filter(
        pair => isTelling(pair, compares) && pair.inputs.every(input => isThere(input, pair)) && !isGiven(diff, pair),
      )
      .map(pair => ({ line, pair }))
  })
  const different = new Map(hits.map(hit => [shown(hit.pair), hit]))
  const several = [...different.values()].filter(({ pair }) => pair.inputs.length > 1)
  const isAsked = several.length > 1 || several.some(({ line }) => COMPARES.test(line.code))
  if (!isAsked && different.size < TABLE_MIN) return []
  const examples = [...different.keys()].slice(0, TABLE_MIN).join('; ')
  const words = `inputs and expected results of tests side by side (${examples})`
  return [atLine('hard-coded', isAsked ? 'question' : 'warning', file, hits[0]!.line, words)]
}

const COMPARES = /[=!]=|\bcase\b/

/** Small numbers are telling only where something is compared with two of them. */
const isTelling = ({ inputs, expected }: Pair, compares: boolean): boolean =>
  !TRIVIAL.has(expected) &&
  !inputs.includes(expected) &&
  (inputs.some(input => !TRIVIAL.has(input)) || (compares && inputs.length > 1))

/** A function with parameters that only returns what a test of this change expects. */
function onlyAnswers(diff: DiffUnderReview, file: DiffFile, pairs: Pairs): readonly DiffFinding[] {
  return file.added.flatMap(line => {
    const said = onlyLiteral(file, line)
    const pair = said === null || TRIVIAL.has(said) ? undefined : pairs.get(said)?.[0]
    return pair && !isGiven(diff, pair)
      ? [atLine('hard-coded', 'question', file, line, `always the expected result of a test (${shown(pair)})`)]
      : []
  })
}

const shown = ({ inputs, expected }: Pair): string => `${inputs.join(', ')} → ${expected}`

/** The head of a function with parameters. */
const HEAD = /(?:\bfunction\b|\bdef\b|\b\w+)\s*\w*\s*\([^()]+\)[^{:=]*(?:\{|:|=>)\s*(.*)$/

/** The literal that is the whole body of the function on this line; null for any other line. */
function onlyLiteral(file: DiffFile, line: AddedLine): string | null {
  const [, beside = ''] = HEAD.exec(line.spoken) ?? []
  const below = file.lines[line.number]?.spoken.trim() ?? ''
  const body = HEAD.test(line.spoken) ? beside.trim() || (below.startsWith('return') ? below : '') : ''
  const [only, ...others] = plainLiterals(body)
  const rest = body.replace(/^return\b|[\s;}]|"[^"]*"|'[^']*'|`[^`]*`|-?[\d.]+/g, '')
  return only !== undefined && others.length === 0 && rest === '' ? only : null
}
