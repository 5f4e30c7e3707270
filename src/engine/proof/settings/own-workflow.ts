/**
 * Whether a workflow for GitHub does no more than run commands that the task or the project has, after steps of GitHub's own actions. Such
 * a file reaches no further than a task that asks for it; any other part of its format (secrets, permissions, environments) may.
 */

import type { Task } from '../../../core/plan/plan.ts'
import { asWord } from '../../../core/text/pattern.ts'
import { sentencesOf, wordsOf } from '../../../core/text/sentences.ts'
import { isAskedFor, isRequested } from '../change/asked-for.ts'
import type { BothTexts } from '../translation/read-change.ts'
import { isTable } from './parts.ts'
import { parseYaml } from './yaml.ts'

/** The check of a value; `commands` are those of the project. */
export function isOwnWorkflow(task: Task, { path, after }: BothTexts, commands: readonly string[]): boolean {
  if (!path.startsWith('.github/workflows/') || after === null) return false
  if (!isAskedFor(task.title, path) && !isRequested(sentencesOf([task.title, ...task.steps]), path)) return false
  const data = parseYaml(after)
  const words = wordsOf(task)
  const isKnown = (line: string) => commands.includes(line) || words.some(said => asWord(line).test(said))
  return data !== null && has(data, { name: isText, on: isTrigger, jobs: each(isJob(isKnown)) })
}

type Check = (value: unknown) => boolean

const isText: Check = value => !/\$\{\{|^self-hosted$/.test(String(value)) && !isTable(value) && !Array.isArray(value)
const isList: Check = value => (Array.isArray(value) ? value.every(isText) : isText(value))
/** A cell of the matrix is the only expression whose value is in the file itself. */
const isCell: Check = value => isText(String(value).replaceAll(/\$\{\{ *matrix\.[\w-]+ *\}\}/g, ''))

const has = (value: unknown, known: Readonly<Record<string, Check>>): boolean =>
  isTable(value) && Object.entries(value).every(([key, part]) => known[key]?.(part) ?? false)

const each =
  (check: Check): Check =>
  value =>
    isTable(value) && Object.values(value).every(check)

const isEvent: Check = value => value === null || has(value, { branches: isList, tags: isList, paths: isList })

const isTrigger: Check = value =>
  isTable(value)
    ? has(value, { push: isEvent, pull_request: isEvent })
    : [value].flat().every(one => one === 'push' || one === 'pull_request')

const isJob = (isKnown: (line: string) => boolean): Check => {
  const isStep: Check = value =>
    has(value, {
      name: isText,
      uses: action => /^actions\/[\w-]+@[\w.]+$/.test(String(action)),
      with: each(isCell),
      run: script =>
        String(script)
          .trim()
          .split('\n')
          .every(line => isKnown(line.trim())),
    })
  return value =>
    has(value, {
      name: isCell,
      'runs-on': isCell,
      strategy: strategy => has(strategy, { matrix: each(isList), 'fail-fast': isText }),
      steps: steps => Array.isArray(steps) && steps.every(isStep),
    })
}
