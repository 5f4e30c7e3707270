import type { Check } from '../check.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import { isLoadable } from '../file-kind.ts'
import type { Finding, Severity } from '../finding.ts'

interface Hijack {
  readonly seen: RegExp
  readonly severity: Severity
  readonly words: string
  /** Looks at strings too. */
  readonly spoken?: true
}

const HIJACKS: readonly Hijack[] = [
  {
    seen: /\b(?:assert|chai|expect|should|sinon|unittest\.TestCase|self\.assert\w*)(?:\.\w+)*\.(?:\w+)\s*=[^=>]/,
    severity: 'halt',
    words: 'replaces what tests compare with',
  },
  {
    seen: /\b(?:globalThis|global|window|self)\s*(?:\.|\[["'])(?:expect|assert|describe|it|test|vi|jest)\b["'\]]*\s*=[^=>]/,
    severity: 'halt',
    words: 'replaces what tests are written with',
    spoken: true,
  },
  {
    seen: /\bpytest_runtest_\w+|\bTestReport\b.*=|\bpytest_sessionfinish\b/,
    severity: 'halt',
    words: 'reaches into the test runner',
  },
  {
    seen: /\b_pytest\b|node:internal\/test_runner|["'](?:mocha\/lib|@vitest\/runner|jest-circus)\b/,
    severity: 'halt',
    words: 'reaches into the test runner',
    spoken: true,
  },
  {
    seen: /\bmacro_rules!\s*(?:assert|assert_eq|assert_ne|panic|debug_assert)\b/,
    severity: 'halt',
    words: 'replaces what tests compare with',
  },
  { seen: /\basymmetricMatch\b/, severity: 'question', words: 'tells test libraries what it is equal to' },
  {
    seen: /\b(?:vi|jest)\.(?:mock|spyOn|fn|useFakeTimers)\s*\(/,
    severity: 'question',
    words: 'mocks from inside the source',
  },
  {
    seen: /\b(?:Date\.now|Math\.random|performance\.now|(?:globalThis|global|window)\.(?:Date|Math|setTimeout|setInterval|Promise|JSON|fetch|process))\s*=[^=>]|\b(?:JSON\.(?:parse|stringify)|Object\.(?:is|keys|entries)|Array\.isArray)\s*=[^=>]|\b(?:time\.time|datetime\.datetime|random\.random|builtins\.\w+)\s*=[^=]/,
    severity: 'question',
    words: 'replaces a part of the language for everybody',
  },
  {
    seen: /\bObject\.prototype\.\w+\s*=[^=>]|\bObject\.defineProperty\(\s*(?:Object|Array|String|Number|Function)\.prototype\b/,
    severity: 'question',
    words: 'changes every object',
  },
  {
    seen: /\bModule\.(?:_load|_resolveFilename|prototype\.require)\s*=|\brequire\.cache\b.*=|\bregisterHooks\s*\(|\bsys\.modules\[.*\]\s*=/,
    severity: 'question',
    words: 'decides what others load',
  },
]
/**
 * What tests compare and are written with, whatever a file calls it. A name is taken from where it begins and as a whole:
 * beginning at each letter, or giving back letter by letter, would take the square of the length of a long word.
 */
const TAKES_MEASURE =
  /^[ \t]*import\s+(?:\*\s+as\s+)?(?:(\w+)\b)?[^'"\n]*?from\s*["'](?:(?:node:)?assert(?:\/strict)?|node:test|chai|expect|vitest|@vitest\/expect|@jest\/globals|should|sinon)["']|(?<!\w)(\w+)\s*=\s*(?:await\s+import|require)\(\s*["'](?:(?:node:)?assert(?:\/strict)?|node:test|chai|expect|vitest|@jest\/globals|should|sinon)["']|^[ \t]*import\s+(?:pytest|unittest)(?:\.\w+)*\s+as\s+(\w+)/gm
const MEASURES = ['assert', 'chai', 'expect', 'should', 'sinon', 'unittest', 'pytest']

/** Ways to put something in the place of a part of these, besides `assert.equal = …`; one expression for a whole file. */
function replacesMeasure(text: string): RegExp {
  const aliases = [...text.matchAll(TAKES_MEASURE)].flatMap(([, ...names]) => names.filter(Boolean))
  const measure = `(?<![.\\w$])(?:${[...new Set([...MEASURES, ...aliases])].join('|')})(?:\\.\\w+)*`
  return new RegExp(
    `\\b(?:Object\\.(?:assign|defineProperty|defineProperties|setPrototypeOf)|Reflect\\.(?:set|defineProperty|setPrototypeOf)|setattr)\\(\\s*${measure}\\s*,|${measure}(?:\\.\\w+|\\[[^\\]]*\\])\\s*=[^=>]`,
  )
}

const POLYFILLED = /\b(Array|String|Number|Function|Promise|Map|Set)\.prototype\.(\w+)\s*=[^=>]/
const BODY_LINES = 4

/** Source that changes what it is measured with. Adding a matcher or a polyfill is ordinary. */
export const hijacks: Check = {
  name: 'hijacks',
  look: diff =>
    diff.files.filter(isLoadable).flatMap(file => {
      if (file.added.length === 0) return []
      const measure = replacesMeasure(file.after!)
      return file.added.flatMap(line => judge(file, line, measure))
    }),
}

function judge(file: DiffFile, line: AddedLine, measure: RegExp): readonly Finding[] {
  const found = (severity: Severity, words: string) => [atLine('hijacks', severity, file, line, words)]
  const hijack = HIJACKS.find(({ seen, spoken }) => seen.test(spoken ? line.spoken : line.code))
  if (hijack) return found(hijack.severity, hijack.words)
  if (measure.test(line.code)) return found('halt', 'replaces what tests compare with')
  const polyfilled = POLYFILLED.exec(line.code)
  if (polyfilled) {
    const [, type, method] = polyfilled
    const asks = new RegExp(
      `(!\\s*|typeof\\s+|["'\`]\\w*["'\`]\\s+in\\s+|\\?\\?=?\\s*)${type}\\.prototype(\\.${method})?\\b`,
    )
    const near = file.lines.slice(Math.max(0, line.number - 3), line.number).map(({ spoken }) => spoken)
    return asks.test(near.join('\n')) ? [] : found('question', 'changes what every value of the language can do')
  }
  return equalities(file, line)
    ? found('halt', 'is equal to everything')
    : stateful(file, line)
      ? found('question', 'shows another value each time it is read')
      : []
}

const below = (file: DiffFile, line: AddedLine): readonly string[] => [
  line.code.replace(/^.*?[{:]/, ''),
  ...file.lines.slice(line.number, line.number + BODY_LINES).map(({ code }) => code),
]

/** An equality whose first statement says yes. */
function equalities(file: DiffFile, line: AddedLine): boolean {
  if (!/\bdef\s+__(eq|contains|instancecheck)__\s*\(|\b(equals|asymmetricMatch)\s*\([^)]*\)[^{]*\{/.test(line.code))
    return false
  const first = below(file, line).find(text => text.trim() !== '')
  return /^\s*return\s+(True|true)\b/.test(first ?? '')
}

/** A conversion that counts how often it was asked. */
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
