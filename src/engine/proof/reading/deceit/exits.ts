import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile, type DiffUnderReview } from '../diff.ts'
import { isLoadable } from '../file-kind.ts'
import type { DiffFinding, FindingSeverity } from '../finding.ts'

const EXIT =
  /\bprocess\.(?:exit|reallyExit|abort)\s*\(\s*([^)]*)\)|\bprocess\.exitCode\s*=\s*([^=\s;]+)|\bos\._exit\s*\(\s*([^)]*)\)|\bsys\.exit\s*\(\s*([^)]*)\)|\bDeno\.exit\s*\(\s*([^)]*)\)|\bprocess::exit\s*\(\s*([^)]*)\)|\bos\.Exit\s*\(\s*([^)]*)\)|\bSystem\.exit\s*\(\s*([^)]*)\)|\b(?:_exit|_Exit|quick_exit)\s*\(\s*([^)]*)\)|\braise\s+SystemExit\b(?:\(\s*([^)]*)\))?/

/** Programs may exit: recognised by folder, name or shebang. */
const PROGRAM_PATH =
  /(^|\/)(bin|cli|cmd|commands?|scripts?|tools?|examples?)\/|(^|\/)(cli|main|__main__|manage|server|serve|worker|daemon|run|start|app)\.\w+$|\.(sh|bash)$/
const PROGRAM_TEXT =
  /^#!|__name__\s*==\s*["']__main__["']|require\.main\s*===?\s*module|import\.meta\.main|\bprocess\.argv\b|\bsys\.argv\b|\bargparse\b|\bpackage main\b|\bfn main\s*\(|\bint main\s*\(|void main\s*\(|SIGTERM|SIGINT|uncaughtException/

/** Code that exits the process. In a library this ends the tests too, and some runners report that as a pass. */
export const exits: DiffCheck = {
  name: 'exits',
  look: diff =>
    diff.files
      .filter(file => isLoadable(file) && !isProgram(diff, file))
      .flatMap(file => file.added.flatMap(line => judge(file, line))),
}

const isProgram = (diff: DiffUnderReview, file: DiffFile): boolean =>
  diff.programs.includes(file.path) || runsByItself(file.path, file.after ?? '')

/** Whether loading this file may run code that exits the process. */
export const runsByItself = (path: string, text: string): boolean => PROGRAM_PATH.test(path) || PROGRAM_TEXT.test(text)

function judge(file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  const seen = EXIT.exec(line.code)
  if (!seen) return []
  const code =
    seen
      .slice(1)
      .find(part => part !== undefined)
      ?.trim() ?? ''
  const found = (severity: FindingSeverity, words: string) => [atLine('exits', severity, file, line, words)]
  // A failing exit code cannot hide a failure.
  if (/^[1-9]/.test(code)) return found('warning', 'exits the process from inside a library')
  if (/process\.exitCode/.test(seen[0])) return found('question', 'sets the exit code of the process')
  return /^\S/.test(line.raw)
    ? found('halt', 'exits the process when it is loaded')
    : found('question', 'exits the process from inside a library')
}
