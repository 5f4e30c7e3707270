import { literal as escaped } from '../../../../core/text/pattern.ts'
import type { DiffCheck } from '../check.ts'
import { atLine, type DiffFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

const LITERAL = String.raw`-?\d+(?:\.\d+)?|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|true|false|True|False`
const LITERALS = new RegExp(LITERAL, 'g')
/** Base cases of honest algorithms. */
const TRIVIAL = new Set(['0', '1', '-1', '2', '""', 'true', 'false'])
/** The smallest table; fewer equal entries are chance. */
const TABLE_MIN = 3

/** Inputs of a test and the result it expects. */
interface Pair {
  readonly inputs: readonly string[]
  readonly expected: string
}

/**
 * Expected results of the tests, hard-coded in the source. It can only ask: constants of the contract belong
 * there, and held-out inputs decide it better than reading.
 */
export const hardCoded: DiffCheck = {
  name: 'hard-coded',
  look: diff => {
    const pairs = diff.files.filter(file => file.kind === 'test').flatMap(pairsIn)
    if (pairs.length === 0) return []
    return diff.files
      .filter(file => file.kind === 'source')
      .flatMap(file => [
        ...branches(diff, file, pairs),
        ...tables(diff, file, pairs),
        ...spelled(diff, file, pairs),
        ...deaf(diff, file, pairs),
      ])
  },
}

const ASSERTIONS = [
  new RegExp(
    String.raw`expect\(\s*(?:await\s+)?[\w.]+\((.*)\)\s*\)(?:\.resolves)?\.to\w*(?:\.\w+)*\(\s*(${LITERAL})\s*\)`,
  ),
  new RegExp(String.raw`assert(?:\.\w+|_eq!|Equals?|_equal)?\(\s*(?:await\s+)?[\w.]+\((.*)\)\s*,\s*(${LITERAL})`),
  new RegExp(String.raw`assert\s+[\w.]+\((.*)\)\s*==\s*(${LITERAL})`),
  /assert\s+(?:\(\s*)?[\w.]+\((.*)\)\s+is\s+(True|False)/,
]
/** A row of a table of cases: `[1, 2, 3],` or `(1, 2, 3),`. */
const ROW = new RegExp(String.raw`^\s*[[({]((?:\s*(?:${LITERAL})\s*,)+)\s*(${LITERAL})\s*[\])}],?\s*$`)

function pairsIn(file: DiffFile): readonly Pair[] {
  return file.added.flatMap(({ spoken }) => {
    for (const pattern of [...ASSERTIONS, ROW]) {
      const match = pattern.exec(spoken)
      if (!match) continue
      const inputs = literalsIn(match[1]!)
      return inputs.length > 0 ? [{ inputs, expected: plain(match[2]!) }] : []
    }
    return []
  })
}

const literalsIn = (text: string): readonly string[] => [...text.matchAll(LITERALS)].map(match => plain(match[0]))
const plain = (literal: string): string => (/^["']/.test(literal) ? `"${literal.slice(1, -1)}"` : literal.toLowerCase())
const isGiven = (diff: DiffUnderReview, literal: string): boolean =>
  diff.contractText.includes(literal.replace(/^"|"$/g, '').toLowerCase())

const BRANCH = /\b(?:if|elif|case|when)\b(.*)/
const COMPARED = new RegExp(String.raw`(?:===?|\bcase\b|\bis\b)\s*(${LITERAL})|(${LITERAL})\s*===?`, 'g')
const RETURNED = new RegExp(String.raw`(?:\breturn|=>|\?)\s*\(?\s*(${LITERAL})`)

/** `if (a === 1 && b === 2) return 3`, on one line or two. */
function branches(diff: DiffUnderReview, file: DiffFile, pairs: readonly Pair[]): readonly DiffFinding[] {
  const hits = file.added.flatMap(line => {
    const condition = BRANCH.exec(line.spoken)?.[1] ?? (line.code.includes('?') ? line.spoken : undefined)
    if (condition === undefined) return []
    const compared = [...condition.matchAll(COMPARED)].map(match => plain(match[1] ?? match[2]!))
    const returned = (RETURNED.exec(condition) ?? RETURNED.exec(file.lines[line.number]?.spoken ?? ''))?.[1]
    if (compared.length === 0 || returned === undefined) return []
    const pair = pairs.find(
      ({ inputs, expected }) => expected === plain(returned) && inputs.every(input => compared.includes(input)),
    )
    if (!pair || [...pair.inputs, pair.expected].every(literal => isGiven(diff, literal))) return []
    return [{ line, pair }]
  })
  const telling = hits.filter(({ pair }) => pair.inputs.length > 1 || !pair.inputs.every(input => TRIVIAL.has(input)))
  // One special case of one value may be legitimate.
  const isSuspicious = telling.some(({ pair }) => pair.inputs.length > 1) || telling.length >= TABLE_MIN
  return telling.map(({ line, pair }) =>
    atLine(
      'hard-coded',
      isSuspicious ? 'question' : 'warning',
      file,
      line,
      `the expected result of a test (${pair.inputs.join(', ')} → ${pair.expected})`,
    ),
  )
}

const ENTRY = new RegExp(String.raw`(${LITERAL}|\b\w+)\s*(?::|=>|,)\s*(${LITERAL})`, 'g')

/** A table with the inputs of the tests as keys. */
function tables(diff: DiffUnderReview, file: DiffFile, pairs: readonly Pair[]): readonly DiffFinding[] {
  const hits = file.added.flatMap(line =>
    [...line.spoken.matchAll(ENTRY)].flatMap(([, key, value]) => {
      const keys = [plain(key!), `"${key}"`, `"${pairKey(key!)}"`]
      const pair = pairs.find(
        ({ inputs, expected }) =>
          expected === plain(value!) &&
          (keys.includes(inputs[0]!) || keys.some(known => known.replace(/"/g, '') === inputs.map(bare).join(','))),
      )
      if (!pair || (isGiven(diff, pair.inputs[0]!) && isGiven(diff, pair.expected))) return []
      return [{ line, pair, many: pair.inputs.length > 1 }]
    }),
  )
  const different = new Set(hits.map(({ pair }) => pair.inputs.join()))
  if (different.size < TABLE_MIN) return []
  const shown = hits.map(({ pair }) => `${pair.inputs.join(', ')} → ${pair.expected}`).slice(0, TABLE_MIN)
  const severity = hits.some(({ many }) => many) ? 'question' : 'warning'
  return [atLine('hard-coded', severity, file, hits[0]!.line, `a table of expected results (${shown.join('; ')})`)]
}

/**
 * Inputs and result of the same test on one line, in whatever form: in a combined key, behind
 * a checksum. Twice is not chance. A result that an example in a criterion gives does not count.
 */
function spelled(diff: DiffUnderReview, file: DiffFile, pairs: readonly Pair[]): readonly DiffFinding[] {
  const telling = pairs.filter(
    ({ inputs, expected }) =>
      inputs.length > 1 &&
      !TRIVIAL.has(expected) &&
      inputs.some(input => bare(input).length > 2) &&
      ![...inputs, expected].every(literal => diff.givenText.includes(bare(literal).toLowerCase())),
  )
  const hits = file.added.flatMap(line =>
    telling
      .filter(
        ({ inputs, expected }) => inputs.every(input => mentions(line.spoken, input)) && answers(line.spoken, expected),
      )
      .map(pair => ({ line, pair })),
  )
  if (new Set(hits.map(({ pair }) => pair.inputs.join())).size < 2) return []
  const shown = hits.map(({ pair }) => `${pair.inputs.join(', ')} → ${pair.expected}`).slice(0, TABLE_MIN)
  return [
    atLine(
      'hard-coded',
      'question',
      file,
      hits[0]!.line,
      `inputs and expected results of tests side by side (${shown.join('; ')})`,
    ),
  ]
}

/** The head of a function with parameters, with its only statement beside or below it. */
const DEAF = new RegExp(
  String.raw`(?:\bfunction\s*\w*|\bdef\s+\w+|\b\w+)\s*\(([^()]+)\)[^{:=]*(?:\{|:|=>)\s*(?:return\s+)?(${LITERAL})\s*;?\s*\}?\s*$`,
)

/** A function that ignores its arguments and returns what a test of this change expects. */
function deaf(diff: DiffUnderReview, file: DiffFile, pairs: readonly Pair[]): readonly DiffFinding[] {
  return file.added.flatMap(line => {
    const below = file.lines[line.number]?.spoken.trim() ?? ''
    const [, , said] =
      DEAF.exec(line.spoken) ?? (/^return\b/.test(below) ? DEAF.exec(`${line.spoken.trimEnd()} ${below}`) : null) ?? []
    if (said === undefined || TRIVIAL.has(plain(said)) || isGiven(diff, plain(said))) return []
    const pair = pairs.find(({ expected }) => expected === plain(said))
    return pair
      ? [
          atLine(
            'hard-coded',
            'question',
            file,
            line,
            `always the expected result of a test (${pair.inputs.join(', ')} → ${pair.expected})`,
          ),
        ]
      : []
  })
}

const mentions = (line: string, literal: string): boolean =>
  new RegExp(`(^|[^\\w.])${escaped(bare(literal))}($|[^\\w.])`).test(line)

const answers = (line: string, expected: string): boolean => literalsIn(line).includes(expected)

const bare = (literal: string): string => literal.replace(/^"|"$/g, '')
const pairKey = (key: string): string => bare(plain(key)).replace(/\s/g, '')
