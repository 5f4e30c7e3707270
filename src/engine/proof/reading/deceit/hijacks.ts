import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import { isLoadable } from '../file-kind.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

interface Hijack {
  readonly seen: RegExp
  readonly severity: FindingSeverity
  readonly words: string
  /** Searches strings too. */
  readonly spoken?: true
}

const HIJACKS: readonly Hijack[] = [
  {
    seen: /\b(?:assert|chai|expect|should|sinon|unittest\.TestCase|self\.assert\w*)(?:\.\w+)*\.(?:\w+)\s*=[^=>]/,
    severity: 'halt',
    words: 'replaces an assertion library',
  },
  {
    seen: /\b(?:globalThis|global|window|self)\s*(?:\.|\[["'])(?:expect|assert|describe|it|test|vi|jest)\b["'\]]*\s*=[^=>]/,
    severity: 'halt',
    words: 'replaces a function of the test framework',
    spoken: true,
  },
  {
    seen: /\bpytest_runtest_\w+|\bTestReport\b.*=|\bpytest_sessionfinish\b/,
    severity: 'halt',
    words: 'changes the test runner',
  },
  {
    seen: /\b_pytest\b|node:internal\/test_runner|["'](?:mocha\/lib|@vitest\/runner|jest-circus)\b/,
    severity: 'halt',
    words: 'changes the test runner',
    spoken: true,
  },
  {
    seen: /\bmacro_rules!\s*(?:assert|assert_eq|assert_ne|panic|debug_assert)\b/,
    severity: 'halt',
    words: 'replaces an assertion library',
  },
  { seen: /\basymmetricMatch\b/, severity: 'question', words: 'defines asymmetricMatch and so can equal anything' },
  {
    seen: /\b(?:vi|jest)\.(?:mock|spyOn|fn|useFakeTimers)\s*\(/,
    severity: 'question',
    words: 'mocks modules from source code',
  },
  {
    seen: /\b(?:Date\.now|Math\.random|performance\.now|(?:globalThis|global|window)\.(?:Date|Math|setTimeout|setInterval|Promise|JSON|fetch|process))\s*=[^=>]|\b(?:JSON\.(?:parse|stringify)|Object\.(?:is|keys|entries)|Array\.isArray)\s*=[^=>]|\b(?:time\.time|datetime\.datetime|random\.random|builtins\.\w+)\s*=[^=]/,
    severity: 'question',
    words: 'replaces a built-in',
  },
  {
    seen: /\bObject\.prototype\.\w+\s*=[^=>]|\bObject\.defineProperty\(\s*(?:Object|Array|String|Number|Function)\.prototype\b/,
    severity: 'question',
    words: 'changes the prototype of every object',
  },
  {
    seen: /\bModule\.(?:_load|_resolveFilename|prototype\.require)\s*=|\brequire\.cache\b.*=|\bregisterHooks\s*\(|\bsys\.modules\[.*\]\s*=/,
    severity: 'question',
    words: 'patches module loading',
  },
]
/**
 * Assertion libraries and test frameworks, under any local name. A name is matched as a whole from its beginning:
 * backtracking would take quadratic time on a long word.
 */
const TAKES_MEASURE =
  /^[ \t]*import\s+(?:\*\s+as\s+)?(?:(\w+)\b)?[^'"\n]*?from\s*["'](?:(?:node:)?assert(?:\/strict)?|node:test|chai|expect|vitest|@vitest\/expect|@jest\/globals|should|sinon)["']|(?<!\w)(\w+)\s*=\s*(?:await\s+import|require)\(\s*["'](?:(?:node:)?assert(?:\/strict)?|node:test|chai|expect|vitest|@jest\/globals|should|sinon)["']|^[ \t]*import\s+(?:pytest|unittest)(?:\.\w+)*\s+as\s+(\w+)/gm
const MEASURES = ['assert', 'chai', 'expect', 'should', 'sinon', 'unittest', 'pytest']

/** Other ways to replace a member than `assert.equal = …`; one expression for a whole file. */
function replacesMeasure(text: string): RegExp {
  const aliases = [...text.matchAll(TAKES_MEASURE)].flatMap(([, ...names]) => names.filter(Boolean))
  const measure = `(?<![.\\w$])(?:${[...new Set([...MEASURES, ...aliases])].join('|')})(?:\\.\\w+)*`
  return new RegExp(
    `\\b(?:Object\\.(?:assign|defineProperty|defineProperties|setPrototypeOf)|Reflect\\.(?:set|defineProperty|setPrototypeOf)|setattr)\\(\\s*${measure}\\s*,|${measure}(?:\\.\\w+|\\[[^\\]]*\\])\\s*=[^=>]`,
  )
}

const POLYFILLED = /\b(Array|String|Number|Function|Promise|Map|Set)\.prototype\.(\w+)\s*=[^=>]/
const BODY_LINES = 4

/** Source code that changes the tools that test it. Adding a matcher or a polyfill is fine. */
export const hijacks: DiffCheck = {
  name: 'hijacks',
  look: diff =>
    diff.files.filter(isLoadable).flatMap(file => {
      if (file.added.length === 0) return []
      const measure = replacesMeasure(file.after!)
      return file.added.flatMap(line => judge(file, line, measure))
    }),
}

function judge(file: DiffFile, line: AddedLine, measure: RegExp): readonly DiffFinding[] {
  const found = (severity: FindingSeverity, words: string) => [atLine('hijacks', severity, file, line, words)]
  const hijack = HIJACKS.find(({ seen, spoken }) => seen.test(spoken ? line.spoken : line.code))
  if (hijack) return found(hijack.severity, hijack.words)
  if (measure.test(line.code)) return found('halt', 'replaces an assertion library')
  const polyfilled = POLYFILLED.exec(line.code)
  if (polyfilled) {
    const [, type, method] = polyfilled
    const asks = new RegExp(
      `(!\\s*|typeof\\s+|["'\`]\\w*["'\`]\\s+in\\s+|\\?\\?=?\\s*)${type}\\.prototype(\\.${method})?\\b`,
    )
    const near = file.lines.slice(Math.max(0, line.number - 3), line.number).map(({ spoken }) => spoken)
    return asks.test(near.join('\n')) ? [] : found('question', 'extends a built-in prototype')
  }
  return equalities(file, line)
    ? found('halt', 'equals everything')
    : stateful(file, line)
      ? found('question', 'returns another value each time it is read')
      : []
}

const below = (file: DiffFile, line: AddedLine): readonly string[] => [
  line.code.replace(/^.*?[{:]/, ''),
  ...file.lines.slice(line.number, line.number + BODY_LINES).map(({ code }) => code),
]

/** An equality method whose first statement returns true. */
function equalities(file: DiffFile, line: AddedLine): boolean {
  if (!/\bdef\s+__(eq|contains|instancecheck)__\s*\(|\b(equals|asymmetricMatch)\s*\([^)]*\)[^{]*\{/.test(line.code))
    return false
  const first = below(file, line).find(text => text.trim() !== '')
  return /^\s*return\s+(True|true)\b/.test(first ?? '')
}

/** A conversion that counts its calls. */
function stateful(file: DiffFile, line: AddedLine): boolean {
  if (
    !/\b(valueOf|toString|toJSON)\s*\(\s*\)\s*[:{]|\[Symbol\.toPrimitive\]|\bdef\s+__(str|repr|int|hash)__\b/.test(
      line.code,
    )
  )
    return false
  const body = below(file, line)
  const end = body.findIndex(text => /^\s*\}/.test(text))
  return body
    .slice(0, end < 0 ? body.length : end + 1)
    .some(text => /\+\+|--|[+-]=\s*1\b|\.shift\(|\.pop\(|\bnext\(/.test(text))
}
