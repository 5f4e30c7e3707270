import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Play } from './catalogue.ts'

const baseSchema = z.strictObject({
  /** Programs that it requires, as shell commands that must exit with 0. */
  needs: z.array(z.string()).default([]),
  /** A package that its setup installs, at an exact version. */
  package: z.string().optional(),
  commands: z.record(z.string(), z.string()),
  title: z.string(),
  body: z.string(),
  /** Criteria by name, for the contract. */
  criteria: z.record(z.string(), z.array(z.string())),
})

/** A tiny real project with one honest task. */
export interface Fixture extends z.infer<typeof baseSchema> {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

/** The first of these folders with a fixture of this name; null if there is none. */
export function readFixture(folders: readonly string[], name: string): Fixture | null {
  const folder = folders.map(dir => join(dir, 'bases', name)).find(dir => existsSync(join(dir, 'base.yaml')))
  if (!folder) return null
  const base = baseSchema.parse(parse(readFileSync(join(folder, 'base.yaml'), 'utf8')))
  const { gitignore, ...files } = filesBelow(join(folder, 'files'))
  // Under its real name git would use it in place.
  return { ...base, name, files: { ...files, ...(gitignore === undefined ? {} : { '.gitignore': gitignore }) } }
}

function filesBelow(dir: string): Readonly<Record<string, string>> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = entries.map(entry => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map(path => [relative(dir, path), readFileSync(path, 'utf8')]))
}

/** The plan of the play. */
function planText(play: Play, fixture: Fixture): string {
  if (play.plan) return readFileSync(join(play.folder, play.plan), 'utf8')
  const criteria = Array.isArray(play.criteria) ? play.criteria : (fixture.criteria[play.criteria] ?? [])
  return [
    '# Toy\n',
    `### [ ] TODO 1: ${play.title ?? fixture.title}\n`,
    `${play.body ?? fixture.body}\n`,
    ...(play.fields ? [`${play.fields.trim()}\n`] : []),
    '**Acceptance Criteria**:',
    ...criteria.map(line => `- [ ] ${line}`),
    '',
  ].join('\n')
}

/** Settings of every play: the first verdict ends it, and limits are short. */
const LIMITS = {
  fixes: 0,
  relaunches: 0,
  launches_per_task: 3,
  attempt_minutes: 1,
  idle_minutes: 0.5,
  gate_minutes: 1,
  output_mb: 20,
  file_mb: 5,
}

/** The settings of the run, as the text of pm-agent.yaml; JSON is YAML. */
function settingsText(play: Play, fixture: Fixture, setup: string | null): string {
  const { limits, commands, ...others } = play.settings
  return `${JSON.stringify(
    {
      commands: { ...(setup ? { setup } : {}), ...fixture.commands, ...(commands as object | undefined) },
      limits: { ...LIMITS, ...(limits as object | undefined) },
      ...others,
    },
    null,
    2,
  )}\n`
}

const modulesText = (paths: readonly string[]): Readonly<Record<string, string>> =>
  paths.length === 0
    ? {}
    : {
        '.gitmodules': paths
          .map(path => `[submodule "${path}"]\n\tpath = ${path}\n\turl = https://example.org/${path}.git\n`)
          .join(''),
      }

/** Everything committed before the run begins. */
export function committedFiles(play: Play, fixture: Fixture, setup: string | null): Readonly<Record<string, string>> {
  return {
    ...fixture.files,
    ...play.files,
    ...modulesText(play.submodules),
    'PLAN.md': planText(play, fixture),
    'pm-agent.yaml': settingsText(play, fixture, setup),
  }
}

/** The parent folder of a path. */
export const fixtureFolder = (root: string, path: string): string => dirname(join(root, path))
