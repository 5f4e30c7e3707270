import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asOther, canBeOther, giveTo } from '../rig/other-user.ts'
import { agentFor, expectRefused, ODD_FILES, oddProject, runPlan } from '../rig/projects/odd.ts'
import type { Project } from '../rig/projects/project.ts'

/** Puts something else under a name of the repository. */
type Swap = (path: string, project: Project) => void

const SWAPS: readonly (readonly [what: string, swap: Swap, words: string])[] = [
  ['a pipe', path => void execFileSync('mkfifo', [path]), 'it is a pipe'],
  ['a folder', path => void mkdirSync(path), 'it is a folder'],
  ['a link to a device without end', path => symlinkSync('/dev/zero', path), 'leads to /dev/zero'],
  ['a link to a file outside', (path, { root }) => linkTo(path, join(root, 'outside')), 'no file of the repository'],
  [
    'a link into the git folder',
    (path, { dir }) => linkTo(path, join(dir, '.git/inside')),
    '.git/inside, which is no file',
  ],
  ['more than anybody writes', path => writeFileSync(path, '- x\n'.repeat(5_000_000)), 'it is larger than'],
]

function linkTo(path: string, target: string): void {
  writeFileSync(target, ODD_FILES['PLAN.md']!)
  symlinkSync(target, path)
}

describe('a repository whose files are none', () => {
  test.each(
    ['PLAN.md', 'pm-agent.yaml'].flatMap(name => SWAPS.map(([what, swap, words]) => ({ name, what, swap, words }))),
  )('$name is $what: refused at once, and nothing is written', async ({ name, what, swap, words }) => {
    using project = await oddProject()
    const path = join(project.dir, name)
    rmSync(path)
    swap(path, project)
    expectRefused(await (what === 'a pipe' ? runPlan(project) : project.pm('check')), name, words)
    for (const place of [join(project.root, 'outside'), join(project.dir, '.git/inside')])
      expect(textOf(place) ?? ODD_FILES['PLAN.md']).toBe(ODD_FILES['PLAN.md'])
  })

  test('a folder of plans that leads outside is refused, and no box is ticked there', async () => {
    using project = await oddProject()
    const outside = join(project.root, 'plans')
    mkdirSync(outside)
    mkdirSync(join(project.dir, 'docs'))
    writeFileSync(join(outside, 'a.md'), ODD_FILES['PLAN.md']!)
    rmSync(join(project.dir, 'PLAN.md'))
    symlinkSync(outside, join(project.dir, 'docs/plans'))
    expectRefused(await runPlan(project), `docs/plans/a.md leads to ${outside}/a.md`, 'name it: pm-agent run')
    expect(textOf(join(outside, 'a.md'))).toBe(ODD_FILES['PLAN.md'])
  })

  test('pipes under the names of manifests and beside the sources hold up no command', async () => {
    using project = await oddProject()
    execFileSync(
      'mkfifo',
      ['package.json', 'pyproject.toml', '.gitmodules', 'src/pipe'].map(name => join(project.dir, name)),
    )
    expect((await project.pm('doctor')).stderr).not.toMatch(/^\s+at /m)
    const { code, stdout, stderr } = await runPlan(project)
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('1 of 1 task completed (1 proven)')])
  })
})

test.each(['pm-agent', 'pm-agent/journal.db', 'pm-agent/vault.git'])(
  'a link in place of .git/%s is refused, and nothing is written behind it',
  async name => {
    using project = await oddProject()
    const outside = join(project.root, 'outside')
    mkdirSync(outside)
    mkdirSync(dirname(join(project.dir, '.git', name)), { recursive: true })
    symlinkSync(outside, join(project.dir, '.git', name))
    expectRefused(await runPlan(project), `${join(project.dir, '.git', name)} is a link`)
    expect(readdirSync(outside)).toEqual([])
  },
)

test('programs in the repository under the names of our tools are never started, also with the repository on the PATH', async () => {
  const names = ['git', 'sh', 'bwrap', 'mkfifo', 'node']
  const evil = 'touch "$(dirname "$0")/../../../was-started"; exit 1'
  const programs = Object.fromEntries(names.map(name => [`node_modules/.bin/${name}`, `#!/bin/sh\n${evil}\n`]))
  using project = await oddProject(programs)
  for (const name of Object.keys(programs)) execFileSync('chmod', ['755', join(project.dir, name)])
  const env = { PATH: `node_modules/.bin:${process.env.PATH}` }
  for (const args of [['check'], ['doctor'], ['status'], ['run', '--agent', agentFor(project)]]) {
    const { stderr } = await project.start(args, { env }).done
    expect(stderr).not.toMatch(/^\s+at /m)
  }
  expect((await project.status()).tasks.map(({ state }) => state)).toEqual(['completed'])
  expect(textOf(join(project.root, 'was-started'))).toBe(null)
})

test.skipIf(!canBeOther).each(['.', 'src', 'src/1.txt'])(
  'work is read like any other where the agent has made %s unreadable',
  async path => {
    using project = await oddProject()
    const program = agentFor(project).replace(/^command:/, '')
    giveTo(project.root)
    const args = ['run', '--agent', `command:${program}; chmod 000 ${path}`]
    const { code, stdout, stderr } = await asOther(args, { cwd: project.dir, env: project.env() })
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('1 of 1 task completed (1 proven)')])
  },
)

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
