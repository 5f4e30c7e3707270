import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { stateOfFiles } from '../../../src/lies/untouched.ts'
import { type Finished, Project } from './project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from './shell-project.ts'

/** The branch of the one-task plan in all odd repositories. */
export const BRANCH = 'pm/many-files'
export const ODD_FILES: Readonly<Record<string, string>> = {
  ...SHELL_PROJECT,
  'PLAN.md': shellPlan([{ id: '1' }]),
}

export const oddProject = (files: Readonly<Record<string, string>> = {}): Promise<Project> =>
  Project.with({ ...ODD_FILES, ...files })

/** An honest agent that runs some lines of shell before it begins. */
export function agentFor(project: Project, before = ''): string {
  const path = join(project.root, 'agent.sh')
  writeFileSync(path, HONEST_AGENT.replace('cat > /dev/null\n', `cat > /dev/null\n${before}\n`))
  return `command:sh ${path}`
}

interface Journey {
  /** The working directory; the project's own folder if absent. */
  readonly cwd?: string
  /** Shell that the agent runs before it begins. */
  readonly agent?: string
  readonly env?: Readonly<Record<string, string>>
}

export function runPlan(project: Project, { cwd, agent, env }: Journey = {}): Promise<Finished> {
  return project.start(['run', '--agent', agentFor(project, agent)], { ...(cwd && { cwd }), ...(env && { env }) }).done
}

/** The plan completes and is published, and nothing else changes in the user's folders. */
export async function expectWorks(
  project: Project,
  { users = [project.dir], ...journey }: Journey & { readonly users?: readonly string[] } = {},
): Promise<Finished> {
  const before = users.map(stateOfFiles)
  const finished = await runPlan(project, journey)
  expect(finished.code, finished.stdout + finished.stderr).toBe(0)
  expect(finished.stdout).toContain('1 of 1 task completed (1 proven)')
  expect(finished.stdout).toContain(`git merge ${BRANCH}`)
  expect(users.map(stateOfFiles)).toEqual(before)
  const at = journey.cwd ?? project.dir
  expect(await project.git('-c', 'safe.directory=*', '-C', at, 'show', `${BRANCH}:src/1.txt`)).toContain('made by 1')
  return finished
}

/** Exit 2, one clear message with a remedy, no stack trace, and no agent started. */
export function expectRefused(finished: Finished, ...words: readonly string[]): void {
  expect(finished.code, finished.stdout + finished.stderr).toBe(2)
  for (const word of words) expect(finished.stderr).toContain(word)
  expect(finished.stderr.match(/^pm-agent: /gm)).toHaveLength(1)
  expect(finished.stderr).not.toMatch(/^\s+at /m)
  expect(finished.stdout).toBe('')
}

/** The command in a hint after some words, as the user would copy it. */
export function adviceIn(text: string, words: string): readonly string[] {
  const line = text.slice(text.indexOf(words) + words.length).split('\n', 1)[0]!
  return ['-c', line]
}
