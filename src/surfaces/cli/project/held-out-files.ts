import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { ordinaryText } from '../../../adapters/work-tree/ordinary-file.ts'
import { heldOutFiles } from '../../../core/plan/held-out.ts'
import type { Diagnostic, HeldOut, Plan } from '../../../core/plan/plan.ts'
import type { Config } from '../../../core/settings/config.ts'
import { Problem } from '../problem.ts'

/** The texts of all held-out files of a plan and its settings, as they are in the user's checkout. */
export function heldOutTexts(top: string, plan: Plan, config: Config): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const path of heldOutFiles(config, plan))
    for (const file of filesAt(top, path)) texts[file] = ordinaryText(join(top, file)) ?? ''
  return texts
}

function filesAt(top: string, path: string): readonly string[] {
  const place = join(top, path)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [path]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(top.length + 1))
}

/** Held-out files of tasks that do not exist, as problems of the plan. */
export const missingHeldOut = (top: string, plan: Plan): readonly Diagnostic[] =>
  plan.tasks.flatMap(task =>
    problemsOf(top, task.hidden ?? []).map(message => ({
      severity: 'error' as const,
      code: 'held-out-check',
      message: `the held-out check ${message}`,
      hint: 'Hidden names test files or folders of your checkout (tracked or not), or a command in back-ticks',
      span: task.span,
    })),
  )

/** Refuses held-out files of the settings that do not exist: a check that is missing would be no check. */
export function requireHeldOut(top: string, { hidden = [] }: Config): void {
  const [problem] = problemsOf(top, hidden)
  if (problem !== undefined)
    throw new Problem(`pm-agent.yaml: hidden: ${problem}`, [
      'name test files or folders of your checkout (tracked or not), or commands',
    ])
}

const problemsOf = (top: string, checks: readonly HeldOut[]): readonly string[] =>
  checks.flatMap(check => {
    if (check.is === 'command') return []
    const { path } = check
    if (path.startsWith('/') || normalize(path).startsWith('..')) return [`${path} is outside of the repository`]
    if (!existsSync(join(top, path))) return [`${path} does not exist`]
    const stats = statSync(join(top, path))
    if (!stats.isFile() && !stats.isDirectory()) return [`${path} is no file`]
    const isFolder = statSync(join(top, path)).isDirectory()
    if (isFolder && !path.endsWith('/')) return [`${path} is a folder: write ${path}/`]
    return isFolder && filesAt(top, path).length === 0 ? [`${path} is empty`] : []
  })
