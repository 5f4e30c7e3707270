import { globMatcher } from '../../../../core/text/glob.ts'
import { looksRandom, NAMED_SECRET, SECRET_SHAPES } from '../../../../core/text/secrets.ts'
import type { DiffCheck } from '../check.ts'
import { type AddedLine, aboutFile, type DiffFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

/** Values that are obviously placeholders. */
const FAKE =
  /example|sample|fake|dummy|mock|test|change.?me|your[_-]|placeholder|redacted|not.?a.?(?:real|secret)|x{4,}|\*{3,}|\.{3}|<[^>]*>|\$\{|\{\{|process\.env|0{6,}|12345|abcdef|deadbeef|localhost|MTIzNDU2Nzg5MA|MIIBOgIBAAJBAK/i
const isEnvFile = globMatcher(['**/.env{,.*}'])
const ENV_EXAMPLE = /\.(example|sample|template|dist|defaults?|schema|test|ci)$/

/** Keys and passwords that would stay in the history. Findings never repeat them. */
export const secrets: DiffCheck = {
  name: 'secrets',
  look: diff => [
    ...diff.files.filter(file => file.kind !== 'lock').flatMap(file => file.added.flatMap(line => judge(file, line))),
    ...environmentFiles(diff),
  ],
}

function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  for (const { what, shape, mayBeMade } of SECRET_SHAPES) {
    const value = line.raw.match(shape)?.[0]
    if (value === undefined || isFake(value) || isFakeKeyBlock(file, line, value)) continue
    const isWarned = file.kind === 'test' || file.kind === 'docs'
    return [found(file, line, isWarned && mayBeMade ? 'warning' : 'halt', what, value)]
  }
  const value = line.raw.match(NAMED_SECRET)?.[1]
  if (value === undefined || isFake(value) || !looksRandom(value)) return []
  const isWarned = file.kind === 'test' || file.kind === 'docs'
  return [found(file, line, isWarned ? 'warning' : 'blocking', 'a secret in quotes', value)]
}

/** A key block with a placeholder or without a key is an example. */
function isFakeKeyBlock(file: DiffFile, line: AddedLine, value: string): boolean {
  if (!value.startsWith('-----BEGIN')) return false
  const rest = line.raw.slice(line.raw.indexOf(value) + value.length)
  const next = `${rest}\n${file.after?.split('\n')[line.number] ?? ''}`
  return FAKE.test(next) || !/[A-Za-z0-9+/]{40}/.test(next)
}

const found = (
  file: DiffFile,
  line: AddedLine,
  severity: FindingSeverity,
  what: string,
  value: string,
): DiffFinding => ({
  check: 'secrets',
  severity,
  file: file.path,
  line: line.number,
  words: `${what} (${value.slice(0, 4)}…, ${value.length} characters): remove it, and if it is real, revoke it`,
})

const isFake = (value: string): boolean => FAKE.test(value) || new Set(value).size < 8

/** Variables that affect every program that starts. */
const TAKES_OVER =
  /^\s*(export\s+)?(NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|PYTHONSTARTUP|PYTHONPATH|PYTEST_ADDOPTS|BASH_ENV|ENV|GIT_\w+|npm_config_\w+)\s*=/

function environmentFiles(diff: DiffUnderReview): readonly DiffFinding[] {
  return diff.files
    .filter(file => isEnvFile(file.path) && file.status !== 'deleted')
    .flatMap(file => {
      const taking = file.added.filter(line => TAKES_OVER.test(line.raw))
      const findings = taking.map(line => ({
        ...aboutFile('secrets', 'halt', file.path, 'a variable that affects how every program starts'),
        line: line.number,
      }))
      if (file.status === 'added' && !ENV_EXAMPLE.test(file.path) && !diff.isNamed(file.path))
        findings.push({
          ...aboutFile('secrets', 'blocking', file.path, 'a file for secrets; commit an example instead'),
          line: 1,
        })
      return findings
    })
}
