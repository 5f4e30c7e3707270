import type { ScriptedAttempt, Step } from '../adapters/agents/scripted/script.ts'
import { fileSafe } from '../core/plan/ids.ts'
import { outputPaths, type Task } from '../core/plan/plan.ts'
import { plainPath } from '../core/text/paths.ts'
import { shellQuoted } from '../core/text/shell-word.ts'

/** Files with a strict format, which an appended line would break. */
const HAS_FORM =
  /\.(json|ya?ml|toml|lock|xml|ini|cfg|mod|sum|gradle|csproj)$|(^|\/)(Makefile|Dockerfile|Gemfile|Rakefile|CMakeLists\.txt|\.[^/]+)$/

/** The default actions of a task's agent: a change in every file of the task, and a report. */
export function defaultAttempt(task: Task, isThere: (path: string) => boolean): ScriptedAttempt {
  const outputs = Object.fromEntries(task.outputs.map(({ name, value }) => [name, value]))
  const report = { status: 'success', summary: `rehearsed: ${task.title}`, outputs }
  const said: Step = { print: `rehearsing task ${task.id}: ${task.title}` }
  if (task.type === 'verification') return { steps: [said], report }
  const changes = [
    ...namedFiles(task).flatMap(path => changeOf(path, task, isThere)),
    ...task.files.delete.filter(isPlain).map((path): Step => ({ run: `rm -rf -- ${shellQuoted(path)}` })),
  ]
  // Data and not prose: a change of documents alone shows no behaviour.
  const something: Step = {
    append: { path: `rehearsed/task-${fileSafe(task.id)}.dat`, text: words(task) },
  }
  return { steps: [said, ...(changes.length > 0 ? changes : [something])], report }
}

const words = (task: Task): string => `rehearsed: task ${task.id}\n`

function namedFiles(task: Task): readonly string[] {
  const { create, modify, test } = task.files
  const paths = [...outputPaths(task), ...create, ...modify, ...test].map(plainPath)
  return [...new Set(paths)].filter(isPlain)
}

/** A path inside the workspace, not a pattern. */
const isPlain = (path: string): boolean => path !== '' && !/[*?[\]{}$]|^\/|^~|(^|\/)\.\.(\/|$)/.test(path)

function changeOf(path: string, task: Task, isThere: (path: string) => boolean): readonly Step[] {
  if (path.endsWith('/')) return [{ append: { path: `${path}rehearsed.txt`, text: words(task) } }]
  if (!HAS_FORM.test(path)) return [{ append: { path, text: words(task) } }]
  return isThere(path) ? [] : [{ write: { path, text: emptyForm(path) } }]
}

function emptyForm(path: string): string {
  // In a greenfield there are no tests yet either.
  if (/(^|\/)package\.json$/.test(path)) return '{ "private": true, "scripts": { "test": "node --test" } }\n'
  return path.endsWith('.json') ? '{}\n' : ''
}
