import type { Check } from './check.ts'
import { type AddedLine, aboutFile, type DiffFile, type DiffUnderReview } from './diff.ts'
import type { Finding, Severity } from './finding.ts'

interface Shape {
  readonly what: string
  readonly shape: RegExp
  /** A key of this kind in a test is often made for the test. */
  readonly inTests: Severity
}

/** Keys that are recognised by their form alone. */
const SHAPES: readonly Shape[] = [
  { what: 'an AWS access key', shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, inTests: 'halt' },
  { what: 'a GitHub token', shape: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/, inTests: 'halt' },
  { what: 'a GitLab token', shape: /\bglpat-[A-Za-z0-9_-]{20,}/, inTests: 'halt' },
  { what: 'a Slack token', shape: /\bxox[abeprs]-[A-Za-z0-9-]{20,}/, inTests: 'halt' },
  {
    what: 'a Slack webhook',
    shape: /hooks\.slack\.com\/services\/T[A-Z0-9]+\/B[A-Z0-9]+\/[A-Za-z0-9]{20,}/,
    inTests: 'halt',
  },
  { what: 'a Stripe key', shape: /\b(?:sk|rk)_live_[A-Za-z0-9]{20,}/, inTests: 'halt' },
  { what: 'a Google key', shape: /\bAIza[0-9A-Za-z_-]{35}\b/, inTests: 'halt' },
  { what: 'an npm token', shape: /\bnpm_[A-Za-z0-9]{36}\b/, inTests: 'halt' },
  { what: 'a PyPI token', shape: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}/, inTests: 'halt' },
  { what: 'a key of a model vendor', shape: /\bsk-(?:ant-|proj-)[A-Za-z0-9_-]{32,}/, inTests: 'halt' },
  { what: 'a private key', shape: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/, inTests: 'warning' },
  {
    what: 'a JSON web token',
    shape: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/,
    inTests: 'warning',
  },
]

/** A name that says it is secret, and a value in quotes. */
const NAMED =
  /(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?(?:key|token)|auth[_-]?token|client[_-]?secret|private[_-]?key|passw(?:or)?d|bearer)["']?\s*(?::|=>?|:=)\s*["'`]([^"'`\s]{16,})["'`]/i
/** Values that say of themselves that they are none. */
const FAKE =
  /example|sample|fake|dummy|mock|test|change.?me|your[_-]|placeholder|redacted|not.?a.?(?:real|secret)|x{4,}|\*{3,}|\.{3}|<[^>]*>|\$\{|\{\{|process\.env|0{6,}|12345|abcdef|deadbeef|localhost|MTIzNDU2Nzg5MA|MIIBOgIBAAJBAK/i
const ENTROPY_MIN = 3.5

const ENV_FILE = /(^|\/)\.env(\.[\w.-]+)?$/
const ENV_EXAMPLE = /\.(example|sample|template|dist|defaults?|schema|test|ci)$/

/** Keys and passwords that would be in the history for ever. What is found is never repeated. */
export const secrets: Check = {
  name: 'secrets',
  look: diff => [
    ...diff.files.filter(file => file.kind !== 'lock').flatMap(file => file.added.flatMap(line => judge(file, line))),
    ...environmentFiles(diff),
  ],
}

function judge(file: DiffFile, line: AddedLine): readonly Finding[] {
  for (const { what, shape, inTests } of SHAPES) {
    const value = line.raw.match(shape)?.[0]
    if (value === undefined || isFake(value) || isFakeKeyBlock(file, line, value)) continue
    const isWarned = file.kind === 'test' || file.kind === 'docs'
    return [found(file, line, isWarned ? inTests : 'halt', what, value)]
  }
  const value = line.raw.match(NAMED)?.[1]
  if (value === undefined || isFake(value) || !looksRandom(value)) return []
  const isWarned = file.kind === 'test' || file.kind === 'docs'
  return [found(file, line, isWarned ? 'warning' : 'blocking', 'a secret in quotes', value)]
}

/** A block whose next line says that it is none, or which has no key in it, is an example of the form. */
function isFakeKeyBlock(file: DiffFile, line: AddedLine, value: string): boolean {
  if (!value.startsWith('-----BEGIN')) return false
  const rest = line.raw.slice(line.raw.indexOf(value) + value.length)
  const next = `${rest}\n${file.after?.split('\n')[line.number] ?? ''}`
  return FAKE.test(next) || !/[A-Za-z0-9+/]{40}/.test(next)
}

const found = (file: DiffFile, line: AddedLine, severity: Severity, what: string, value: string): Finding => ({
  check: 'secrets',
  severity,
  file: file.path,
  line: line.number,
  words: `${what} (${value.slice(0, 4)}…, ${value.length} characters): take it out, and replace it where it is used if it is real`,
})

const isFake = (value: string): boolean => FAKE.test(value) || new Set(value).size < 8

/** Words and paths are long too; a key has letters and digits without a pattern. */
function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /^[a-z]+([/_.-][a-z0-9]+)+$|:\/\//.test(value)) return false
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let entropy = 0
  for (const count of counts.values()) entropy -= (count / value.length) * Math.log2(count / value.length)
  return entropy >= ENTROPY_MIN
}

/** What an environment file may hand to every program that starts. */
const TAKES_OVER =
  /^\s*(export\s+)?(NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|PYTHONSTARTUP|PYTHONPATH|PYTEST_ADDOPTS|BASH_ENV|ENV|GIT_\w+|npm_config_\w+)\s*=/

function environmentFiles(diff: DiffUnderReview): readonly Finding[] {
  return diff.files
    .filter(file => ENV_FILE.test(file.path) && file.status !== 'deleted')
    .flatMap(file => {
      const taking = file.added.filter(line => TAKES_OVER.test(line.raw))
      const findings = taking.map(line => ({
        ...aboutFile('secrets', 'halt', file.path, 'a variable that decides how every program starts'),
        line: line.number,
      }))
      if (file.status === 'added' && !ENV_EXAMPLE.test(file.path) && !diff.isNamed(file.path))
        findings.push({
          ...aboutFile('secrets', 'blocking', file.path, 'a file that holds secrets; keep an example of it instead'),
          line: 1,
        })
      return findings
    })
}
