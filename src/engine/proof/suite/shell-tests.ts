import { globMatcher } from '../../../core/text/glob.ts'
import { shellFunctions } from '../syntax/gut-shell.ts'

/** A shell script named like a test: `test.sh`, `run-tests.sh`, `slug_test.sh`. */
export const isShellTest = globMatcher([
  '**/{,run,run-,run_}test{,s}.{sh,bash,zsh}',
  '**/*[._-]test{,s}.{sh,bash,zsh}',
  '**/test[_-]?*.{sh,bash,zsh}',
  '**/*.bats',
])

/** Statements that end a script early or ignore a failure. */
const ACTS = /\b(?:exit|return|trap|exec|kill|alias|unset|eval|set|source)\b|\|\||(?:^|\s)\.\s/

/**
 * Whether a test script only got more checks: all old lines in order, and new ones that neither end
 * it nor replace a command that it checks with.
 */
export function addsChecksOnly(before: string, after: string): boolean {
  const left = before.split('\n')
  const added: string[] = []
  for (const line of after.split('\n'))
    if (line === left[0]) left.shift()
    else added.push(line)
  if (left.some(line => line.trim() !== '')) return false
  const known = shellFunctions(before)
  const redefines = added.some(line => {
    const name = /^\s*(?:function\s+)?([A-Za-z_][\w-]*)\s*(?:\(\)|=)/.exec(line)?.[1]
    return name !== undefined && (known.has(name) || new RegExp(`\\b${name}\\b`).test(before))
  })
  return !redefines && !added.some(line => ACTS.test(line.replace(/"[^"]*"|'[^']*'|#.*$/g, '')))
}
