/** The role of a file that a criterion reaches: docs/decisions/0011-instruments-of-criteria.md. */
import { globMatcher } from '../../../core/text/glob.ts'
import { baseName } from '../../../core/text/paths.ts'
import { isTestFile } from '../change/test-names.ts'
import { kindOf } from '../reading/file-kind.ts'
import { isMakefile } from '../settings/makefile.ts'

/**
 * - test: tests, their helpers, fixtures and golden files
 * - checker: a script that serves checks, by its place or its name
 * - rules: definitions of commands, such as a Makefile
 * - data: inputs and expected results
 * - program: everything else that runs
 */
export type FileRole = 'test' | 'checker' | 'rules' | 'data' | 'program'

/** Usual folders and names of scripts that are not a part of the program but check it. */
const isChecker = globMatcher(
  [
    '**/{script,scripts,tool,tools,ci,check,checks,checker,checkers,hack,e2e,smoke,qa,acceptance}/**/*',
    '**/{check,verify,validate,assert,compare,smoke,lint,ensure,accept,acceptance}{,[-_.]*}',
  ],
  { nocase: true },
)

export function roleOf(path: string, programFiles: ReadonlySet<string>): FileRole {
  if (programFiles.has(path)) return 'program'
  if (isMakefile(path) || baseName(path) === 'package.json') return 'rules'
  const kind = kindOf(path)
  if (isTestFile(path) || kind === 'test') return 'test'
  if (kind === 'docs' || kind === 'data' || kind === 'lock') return isExecutable(path) ? script(path) : 'data'
  return script(path)
}

const script = (path: string): FileRole => (isChecker(path) ? 'checker' : 'program')

/** A program without an extension, recognised by its folder. */
const isExecutable = (path: string): boolean => !baseName(path).includes('.') && isInPrograms(path)

const isInPrograms = globMatcher(['**/{bin,script,scripts,tool,tools,ci}/*'])
