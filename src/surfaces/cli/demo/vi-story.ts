import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Script, ScriptedAttempt, Step } from '../../../adapters/agents/scripted/script.ts'
import { ownRoot } from '../places/own-root.ts'
import type { Story } from './story.ts'

/** An attempt as `agents.json` tells it; the files in its folder are written before anything else happens. */
interface ToldAttempt extends ScriptedAttempt {
  /** Files that are as they stand in another folder of the story. */
  readonly copy?: Readonly<Record<string, string>>
}

/** The full story, a small vi in thirteen tasks, from its files in `demo/vi`. */
export function readViStory(): Story {
  const root = join(ownRoot(), 'demo', 'vi')
  const { gitignore, ...files } = filesBelow(join(root, 'base'))
  return {
    name: 'vi',
    intro:
      'A demo: scripted agents build a small vi in a throw-away repository, 13 tasks in all.\n' +
      'In seven of them the agent first says that it is done, and is not. Watch what happens.',
    // Under its real name git and npm would act on it in our own repository.
    files: { ...files, '.gitignore': gitignore! },
    script: readScript(root),
    tryOut: [
      "node src/vi.js --keys 'ihello<Esc>:wq<Enter>' hello.txt && cat hello.txt",
      'node src/vi.js PLAN.md',
      'npm test',
    ],
  }
}

function readScript(root: string): Script {
  const told = JSON.parse(readFileSync(join(root, 'agents.json'), 'utf8')) as Record<string, readonly ToldAttempt[]>
  const tasks = Object.entries(told).map(([task, attempts]) => [
    task,
    attempts.map((attempt, at) => readAttempt(root, attempt, join('tasks', task, String(at + 1)))),
  ])
  return { tasks: Object.fromEntries(tasks) }
}

/** An agent may have to start over, so every attempt writes its complete result. */
function readAttempt(root: string, { copy, steps, report }: ToldAttempt, folder: string): ScriptedAttempt {
  const copied = Object.entries(copy ?? {}).map(([path, from]) => [path, readFileSync(join(root, from, path), 'utf8')])
  const files: Readonly<Record<string, string>> = { ...filesBelow(join(root, folder)), ...Object.fromEntries(copied) }
  const writes: readonly Step[] = Object.entries(files).map(([path, text]) => ({ write: { path, text } }))
  return { steps: [...writes, ...(steps ?? [])], report }
}

function filesBelow(dir: string): Readonly<Record<string, string>> {
  if (!existsSync(dir)) return {}
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = entries.map(entry => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map(path => [relative(dir, path), readFileSync(path, 'utf8')]))
}
