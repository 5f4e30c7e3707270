import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import { isLoadable } from '../file-kind.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

const ENV = String.raw`(?:process\.env|import\.meta\.env|os\.environ|ENV|env)(?:\.get)?\s*[.[(]\s*["'\`]?`
/** Set only by test runners; production code has no use for them. */
const RUNNERS = [
  new RegExp(
    `${ENV}(?:VITEST\\w*|JEST_WORKER_ID|NODE_TEST_CONTEXT|MOCHA\\w*|PYTEST_\\w+|PLAYWRIGHT_\\w+|CTEST_\\w+)\\b`,
  ),
  /(?:os\.)?getenv\(\s*["'](?:VITEST\w*|PYTEST_\w+|CTEST_\w+)["']/i,
  /["'](?:VITEST\w*|JEST_WORKER_ID|NODE_TEST_CONTEXT|PYTEST_CURRENT_TEST)["']\s+in\s+(?:process\.env|os\.environ)/,
  /sys\.modules\b.*["'](?:pytest|unittest|_pytest)["']|["'](?:pytest|unittest|_pytest)["']\s+(?:not\s+)?in\s+sys\.modules/,
  /\b(?:globalThis|global|window|self)\s*(?:\?\.|\.|\[["'])(?:vi|jest|describe|expect|it|beforeEach|__vitest\w*|__jest\w*)\b(?!\s*=[^=])/,
  /\btypeof\s+(?:vi|jest|describe|expect|it|test)\s*[!=]==?/,
  /\.stack\b.*(?:includes|match|test|indexOf|search)\b.*(?:test|spec|vitest|jest|mocha)|inspect\.stack\(\).*test|\bflag\.Lookup\(\s*"test\./i,
  /process\.argv.*(?:includes|some|find|match|join).*(?:vitest|jest|mocha|--test)|sys\.argv.*(?:pytest|unittest)/,
]
/** The same names in pieces, lists or lookups. */
const RUNNER_NAMES =
  /\b(?:VITEST(?:_(?:WORKER_ID|POOL_ID|MODE))?|JEST_WORKER_ID|NODE_TEST_CONTEXT|PYTEST_(?:CURRENT_TEST|VERSION|XDIST_\w+))\b/
const QUOTED_RUNNER_NAMES = new RegExp(`["'\`]${RUNNER_NAMES.source}["'\`]`)

/** Stack and module inspection, with words that identify a test runner. */
const ROUNDABOUT: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\.stack\b|\b(?:captureStackTrace|prepareStackTrace)\b|\binspect\.(?:stack|currentframe)\b|\bsys\._getframe\b|\btraceback\.(?:extract|walk|format)_stack\b/,
    /["'`/][^"'`]*(?<![a-z])(?:tests?|specs?|vitest|jest|mocha|pytest|unittest)\b/i,
  ],
  [/\bsys\.modules\b|\brequire\.cache\b/, /["'`](?:_?pytest|unittest|vitest|jest|mocha)\b/],
  [
    /\bprocess\.(?:argv|execArgv)\b|\bsys\.argv\b/,
    /["'`/][^"'`]*(?:\b(?:vitest|jest|mocha|pytest|unittest)\b|--test(?![\w-])|\.(?:test|spec)\b)/,
  ],
]

/** Also read for legitimate reasons: quiet logs, no colours, no server. */
const MODES = [
  new RegExp(`${ENV}(?:NODE_ENV|APP_ENV|RAILS_ENV|MODE|FLASK_ENV)["'\`\\])]*\\s*(?:[!=]==?)\\s*["'\`]test`),
  new RegExp(`${ENV}(?:CI|TESTING|IS_TEST|UNDER_TEST)\\b`),
  /os\.getenv\(\s*["'](?:CI|TESTING)["']/,
  /\bcfg!\(test\)|\btesting\.Testing\(\)/,
  // A stored result of an earlier check.
  /\b(?:if\s*\(?|&&|\|\||!|\?|return|and|or|not)\s*\(?!?\w*\.?(?:is|in|under)_?(?:Test|test|TEST|Testing|testing|Vitest|Jest|Pytest)(?:Env|Mode|ing)?\b|\b(?:is|in|under)_?(?:Test|test|TEST|Testing|testing|Vitest|Jest|Pytest)(?:Env|Mode|ing)?\s*(?:\?[^.?]|&&|\|\|)/,
]

const IS_CI = new RegExp(`${ENV}CI\\b`)

/** Code that does not change a result: logging, display, measurement, listening. */
const QUIET =
  /\b(log(?:ger|ging|level|s)?|console|silent|verbose|debug|level|warn(?:ing)?s?|colou?rs?|chalk|spinner|progress|interactive|isTTY|telemetry|analytics|sentry|metrics|tracing|banner|listen|serve|start(?:Server)?|main|bootstrap|quiet|stdout|stderr|reporter)\b/i
/** Statements that decide a caller's result. */
const CHANGES = /\breturn\b|\bthrow\b|\braise\b|\byield\b|[^=!<>]=[^=>]|\?[^.:?]+:/
const LITERAL_RETURN = /\breturn\s+(?:-?\d|["'`[{]|true\b|false\b|True\b|False\b|null\b|None\b|undefined\b)/
const BODY_LINES = 6

/** Code that detects tests. */
export const testDetection: DiffCheck = {
  name: 'test-detection',
  look: diff =>
    diff.files
      .filter(file => isLoadable(file) && !isConfiguration(file.path))
      .flatMap(file => {
        const seen = file.added.flatMap(line => judge(file, line))
        return seen.length > 0 ? seen : roundabout(file)
      }),
}

/** No single line detects tests, but the file inspects its environment and names a test runner. */
function roundabout(file: DiffFile): readonly DiffFinding[] {
  const named = file.added.find(({ code, spoken }) => RUNNER_NAMES.test(code) || QUOTED_RUNNER_NAMES.test(spoken))
  if (named) return [atLine('test-detection', 'question', file, named, 'names a variable that only test runners set')]
  for (const [looks, betrays] of ROUNDABOUT) {
    const looking = file.added.find(({ code }) => looks.test(code))
    if (looking && file.added.some(({ spoken }) => betrays.test(spoken)))
      return [atLine('test-detection', 'question', file, looking, 'inspects its caller and names test runners')]
  }
  return []
}

const isConfiguration = (path: string): boolean =>
  /(^|\/)[^/]*\.config\.[cm]?[jt]s$|^config\.[cm]?[jt]s$|^(config|scripts|tools)\/|(^|\/)\.[^/]+\//.test(path) ||
  /\.(sh|bash|tf|rb)$/.test(path)

/**
 * A result that depends on a test runner's own variable is not an accident. A general variable such as NODE_ENV controls logs and
 * servers in honest code: if it guards only such code, it is shown; if it returns a fixed
 * result, it is a lie; otherwise a human is asked.
 */
function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  // Names in strings count only in lookups by name.
  const spoken = line.spoken
  if (/import\.meta\.vitest/.test(spoken)) return []
  const isRunner = RUNNERS.some(pattern => pattern.test(spoken))
  if (!isRunner && !MODES.some(pattern => pattern.test(spoken))) return []
  // The words must be code: a string that mentions a variable reads nothing.
  if (
    !/\b(env\w*|environ|getenv|modules|globalThis|global|window|self|typeof|stack|argv|Lookup|cfg|testing|ENV|(?:is|in|under)_?[Tt]est\w*|(?:is|in|under)(?:Vitest|Jest|Pytest)\w*)\b/.test(
      line.code,
    )
  )
    return []
  const guarded = bodyOf(file, line)
  const found = (severity: FindingSeverity, words: string) => [atLine('test-detection', severity, file, line, words)]
  if (guarded.every(part => QUIET.test(part) && !/\breturn\s+\S/.test(part)))
    return found('warning', 'detects tests, but only its output depends on it')
  // A condition that also checks for a terminal or colours is about output.
  if (!isRunner && /[&|]{2}|\b(?:and|or)\b/.test(line.code))
    return found(QUIET.test(line.code) ? 'warning' : 'question', 'detects tests, among other conditions')
  if (isRunner && guarded.some(part => CHANGES.test(part)))
    return found('halt', 'behaves differently under a test runner')
  // Honest programs check for CI to choose their output, in too many ways to list.
  if (IS_CI.test(spoken)) return found('question', 'detects CI')
  if (guarded.some(part => LITERAL_RETURN.test(part) || /\?\s*(?:-?\d+|["'][^"']*["']|true|false)\s*:/.test(part)))
    return found('halt', 'returns a fixed result while it is tested')
  return found('question', 'detects tests')
}

/** The code that a condition guards: the rest of its line, or the block below it. */
function bodyOf(file: DiffFile, line: AddedLine): readonly string[] {
  const condition = /^\s*(?:\}?\s*else\s+)?(?:if|elif|unless)\b/.test(line.code)
  if (!condition) return [line.spoken]
  const rest = afterCondition(line)
  if (rest !== '') return [rest]
  const indent = line.raw.search(/\S/)
  const body: string[] = []
  for (const { spoken } of file.lines.slice(line.number, line.number + BODY_LINES)) {
    if (spoken.trim() === '') continue
    if (spoken.search(/\S/) <= indent) break
    body.push(spoken)
  }
  return body.length > 0 ? body : [line.spoken]
}

function afterCondition(line: AddedLine): string {
  let depth = 0
  const from = line.code.search(/\b(?:if|elif|unless)\b/)
  for (let at = from; at < line.code.length; at++) {
    if (line.code[at] === '(' || line.code[at] === '[') depth++
    if (line.code[at] === ')' || line.code[at] === ']') depth--
    const closes = depth === 0 && (line.code[at] === ')' || line.code[at] === ':')
    // Python has no parentheses to close, JavaScript no colon after them.
    if (closes && (line.code[at] === ':' || !/^\s*(?:[!=&|]|in\b|and\b|or\b|\.|\[|:)/.test(line.code.slice(at + 1))))
      return line.spoken
        .slice(at + 1)
        .replace(/^[\s{]+/, '')
        .trim()
  }
  return ''
}
