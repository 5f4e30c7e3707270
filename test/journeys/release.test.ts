import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Manifest } from '../../src/core/handover/manifest.ts'
import { manifestDigest } from '../../src/engine/release/write-release.ts'
import { asOther, canBeOther, giveTo } from '../rig/other-user.ts'
import { type Finished, Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const MANIFEST = 'docs/releases/many-files-release.yaml'

/** A project with a migration, which leaves a file behind, and a complete suite besides the quick one. */
const PROJECT = {
  ...SHELL_PROJECT,
  'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}  lint: "! grep -rn TODO src"\n  test_all: sh all.sh\n  migrate: touch migrated\n  migrate_back: rm migrated\n`,
  'all.sh': 'for t in tests/*.sh; do sh "$t" || exit 1; done\n',
  'PLAN.md': shellPlan([{ id: '1' }]),
}

async function withAgent(files: Readonly<Record<string, string>>, script = HONEST_AGENT): Promise<Project> {
  const project = await Project.with(files)
  writeFileSync(join(project.root, 'agent.sh'), script)
  return project
}

const run = (project: Project): Promise<Finished> => project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)

const written = async (project: Project, ref = 'pm/many-files'): Promise<Manifest & { digest: string }> =>
  parse(await project.show(ref, MANIFEST))

test('a manifest that is kept beside the branch verifies by the command as printed', async () => {
  const { 'PLAN.md': plan, ...files } = PROJECT
  using project = await withAgent(files)
  project.write({ 'PLAN.md': plan })
  const { code, stdout, stderr } = await run(project)
  expect(code, stdout + stderr).toBe(0)
  const [, name = ''] = /pm-agent verify (refs\/\S+)/.exec(stdout) ?? []
  const verified = await project.pm('verify', name)
  expect(verified.code, `${stdout}${verified.stdout}${verified.stderr}`).toBe(0)
  expect(verified.stdout).toContain('Verified: everything in the manifest holds here')
})

test('a release whose pm-agent is killed once the branch has moved is written once, and verifies', async () => {
  using project = await withAgent(PROJECT)
  const bin = join(project.root, 'bin')
  const killed = join(project.root, 'killed')
  const git = process.env
    .PATH!.split(delimiter)
    .map(folder => join(folder, 'git'))
    .find(existsSync)!
  const vault = join(project.dir, '.git/pm-agent/vault.git')
  mkdirSync(bin)
  // Kills pm-agent before it learns that the branch of its vault has the manifest.
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh
case " $* " in *" update-ref "*) ;; *) exec '${git}' "$@" ;; esac
'${git}' "$@" | while read -r answer
do
  if [ ! -e '${killed}' ] && '${git}' --git-dir='${vault}' cat-file -e pm/many-files:${MANIFEST} 2> /dev/null
  then
    touch '${killed}'
    kill -KILL $PPID
  fi
  echo "$answer"
done
`,
    { mode: 0o755 },
  )
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`]
  const first = await project.start(args, { env: { PATH: `${bin}${delimiter}${process.env.PATH}` } }).done
  expect(first.signal, first.stdout + first.stderr).toBe('SIGKILL')
  const kinds = async () => (await project.facts()).map(({ event }) => event.type)
  expect((await kinds()).at(-1)).toBe('release-started')

  const { code, stdout, stderr } = await run(project)
  expect(code, stdout + stderr).toBe(0)
  expect((await kinds()).filter(kind => kind === 'release-started' || kind === 'release-written')).toHaveLength(2)
  const commits = await project.git('log', '--format=%s', 'main..pm/many-files', '--', 'docs/releases')
  expect(commits).toBe('chore(many-files): release manifest')
  const verified = await project.pm('verify', `pm/many-files:${MANIFEST}`)
  expect(verified.code, verified.stdout + verified.stderr).toBe(0)
})

test('a release is proven on the branch and on its merge with a base that moved, and verifies in a clone under another home', async () => {
  using project = await withAgent(PROJECT)
  const begun = await project.pm('run', '--until', 'integrate', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(begun.code, begun.stdout + begun.stderr).toBe(0)
  project.write({ 'src/theirs.txt': 'theirs\n' })
  await project.commit('meanwhile')
  const ended = await run(project)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  for (const line of [
    'RELEASE SUMMARY — Many files',
    'Migration:\n  - run: touch migrated',
    `Release manifest: ${MANIFEST}`,
  ])
    expect(ended.stdout).toContain(line)
  expect(ended.stdout).toContain('release gate: green, 8 checks on the branch and on its merge with the base')

  const manifest = await written(project)
  const main = await project.git('rev-parse', 'main')
  const branch = await project.git('rev-parse', 'pm/many-files')
  expect(manifest.commit).toBe(await project.git('rev-parse', 'pm/many-files^'))
  expect(manifest.merge).toMatchObject({ base_branch: 'main', base_commit: main })
  expect(manifest.claims.map(({ id, verdict, exit_code }) => [id, verdict, exit_code])).toEqual([
    ['branch/lint', 'passed', 0],
    ['branch/test', 'passed', 0],
    ['branch/migrate', 'passed', 0],
    ['branch/migrate_back', 'passed', 0],
    ['merge/lint', 'passed', 0],
    ['merge/test', 'passed', 0],
    ['merge/migrate', 'passed', 0],
    ['merge/migrate_back', 'passed', 0],
    ['task 1/c1', 'passed', 0],
    ['task 1/c2', 'passed', 0],
  ])
  // The manifest, and the audit with the verdict of the final review.
  expect(await project.git('diff', '--name-only', `${branch}^`, branch)).toBe(
    `.dev/specs/many-files/context/audit.md\n${MANIFEST}`,
  )

  const clone = join(project.root, 'clone')
  await project.git('clone', '--quiet', project.dir, clone)
  const verified = await verifyIn(project, clone, `pm/many-files:${MANIFEST}`)
  expect(verified.code, verified.stdout + verified.stderr).toBe(0)
  expect(verified.stdout).toContain('Verified: everything in the manifest holds here (10 claims repeated).')
  await expectTampering(project, clone, manifest)

  const shallow = join(project.root, 'shallow')
  await project.git('clone', '--quiet', '--depth', '1', '--branch', 'pm/many-files', `file://${project.dir}`, shallow)
  const cut = await verifyIn(project, shallow, MANIFEST)
  expect(cut.code).toBe(4)
  expect(cut.stdout.replace(/\s+/g, ' ')).toContain('this clone is shallow: git fetch --unshallow gets the rest')
}, 120_000)

test.skipIf(!canBeOther)(
  'an untouched release verifies for another user, in a clone and a home of their own',
  async () => {
    using project = await withAgent(PROJECT)
    const ended = await run(project)
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    const home = join(project.root, 'theirs')
    const clone = join(home, 'clone')
    await project.git('clone', '--quiet', '--branch', 'pm/many-files', project.dir, clone)
    giveTo(home)
    chmodSync(project.root, 0o755)
    const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' }
    const verified = await asOther(['verify', MANIFEST], { cwd: clone, env })
    expect(verified.code, verified.stdout + verified.stderr).toBe(0)
    expect(verified.stdout).toContain('Verified: everything in the manifest holds here (6 claims repeated).')
  },
  120_000,
)

/** Every way to lie with a manifest is named; only the claims that matter are repeated. */
async function expectTampering(project: Project, clone: string, original: Manifest & { digest: string }) {
  const { digest, ...manifest } = original
  const file = join(project.root, 'manifest.yaml')
  const verify = async (changed: Partial<Manifest>, as = digest) => {
    writeFileSync(file, stringify({ ...manifest, ...changed, digest: as }))
    const { code, stdout } = await verifyIn(project, clone, file, '--json')
    const { facts, claims } = JSON.parse(stdout) as Record<'facts' | 'claims', { result: string; words: string }[]>
    const wrong = [...facts!, ...claims!].filter(({ result }) => result !== 'held').map(({ words }) => words)
    return [code, ...wrong]
  }
  // Without claims only the facts are checked, which takes no room.
  const bare = { ...manifest, claims: [], lint_clean: null }
  const bareDigest = manifestDigest(bare)
  const copyHas = (fields: string) => `it differs from origin/pm/many-files:${MANIFEST} in ${fields}`
  const noClaims = copyHas('lint_clean, claims')
  expect(await verify({ ...bare, title: 'Another plan' }, bareDigest)).toEqual([
    4,
    'its content was changed: it does not match its digest',
    copyHas('title, lint_clean, claims'),
  ])
  // Whoever writes the digest anew is betrayed by the branch.
  const waived = { ...bare, waivers: ['task 1: Ada waived test failed: fine'] }
  expect(await verify(waived, manifestDigest(waived))).toEqual([4, copyHas('lint_clean, waivers, claims')])
  const lie = { ...bare, claims: [{ ...manifest.claims[0]!, id: 'branch/lint', command: 'grep -q nothing src/1.txt' }] }
  const lying = { ...lie, lint_clean: true }
  expect(await verify(lying, manifestDigest(lying))).toEqual([
    4,
    copyHas('claims'),
    'grep -q nothing src/1.txt: expected exit 0, got exit 1',
  ])
  const tip = await project.gitIn(clone, 'rev-parse', 'origin/pm/many-files')
  const tree = await project.gitIn(clone, 'rev-parse', `${tip}^^{tree}`)
  const identity = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org']
  const other = await project.gitIn(clone, ...identity, 'commit-tree', '-m', 'rewritten', '-p', 'main', tree)
  await project.gitIn(clone, 'update-ref', 'refs/remotes/origin/pm/many-files', other)
  const rewritten = `origin/pm/many-files was rewritten: it does not continue from ${manifest.commit.slice(0, 10)}`
  expect(await verify(bare, bareDigest)).toEqual([4, rewritten])
  await project.gitIn(clone, 'update-ref', 'refs/remotes/origin/pm/many-files', tip)
  expect(await verify(bare, bareDigest)).toEqual([4, noClaims])

  const blob = await project.gitIn(clone, 'rev-parse', `${manifest.commit}:src/1.txt`)
  await loosen(project, clone)
  rmSync(join(clone, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true })
  const [code, copy, words] = await verify(bare, bareDigest)
  expect([code, copy]).toEqual([4, noClaims])
  expect(words).toContain('is not whole here')
  expect(words).toContain(blob)
}

const verifyIn = (project: Project, cwd: string, ...args: readonly string[]): Promise<Finished> => {
  const elsewhere = join(project.root, 'elsewhere')
  return project.start(['verify', ...args], { cwd, env: { HOME: elsewhere, XDG_STATE_HOME: join(elsewhere, 'state') } })
    .done
}

/** Turns the packs of a clone into single objects. */
async function loosen(project: Project, clone: string): Promise<void> {
  const packs = join(clone, '.git/objects/pack')
  for (const name of readdirSync(packs).filter(entry => entry.endsWith('.pack'))) {
    renameSync(join(packs, name), join(project.root, name))
    await project.shell(clone, `git unpack-objects -q < ${join(project.root, name)}`)
  }
  rmSync(packs, { recursive: true, force: true })
}

test('a failure that only the merge with a moved base has is repaired by a task that is shown the changes there', async () => {
  const repair = [
    'if [ "$PM_AGENT_TASK" = release.a ]; then',
    `  grep -q '+.*grep -q signed' .pm-agent/PLAN.md || exit 1`,
    '  echo signed >> src/1.txt',
    '  echo "grep -q signed src/1.txt" > tests/signed-1.sh',
    `  echo '{"status":"success","summary":"signed"}' > "$PM_AGENT_RESULT_FILE"`,
    '  exit 0',
    'fi',
    'mkdir -p src tests',
  ].join('\n')
  using project = await withAgent(PROJECT, HONEST_AGENT.replace('mkdir -p src tests', repair))
  const begun = await project.pm('run', '--until', 'integrate', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(begun.code, begun.stdout + begun.stderr).toBe(0)
  project.write({
    'tests/signed.sh': 'for f in src/[0-9]*.txt; do ! test -f $f || grep -q signed $f || exit 1; done\n',
  })
  await project.commit('meanwhile')
  const ended = await run(project)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(ended.stdout).toContain('release.a (ADDED) Fix: test fails on the merge with the base branch')
  expect((await written(project)).tasks.map(({ task_id, outcome }) => [task_id, outcome])).toEqual([
    ['1', 'proven'],
    ['release.a', 'proven'],
  ])
}, 120_000)

test('a branch that fails the complete suite is repaired by a task of its own, and then released', async () => {
  using project = await withAgent(
    {
      ...PROJECT,
      'all.sh': 'for t in tests/*.sh; do sh "$t" || exit 1; done\n! test -f src/1.txt || test -f src/licence.txt\n',
    },
    `${HONEST_AGENT.replace('mkdir -p src tests', 'if [ "$PM_AGENT_TASK" = release.a ]; then\n  echo none > src/licence.txt\n  echo "grep -q none src/licence.txt" > tests/licence.sh\n  echo \'{"status":"success","summary":"added"}\' > "$PM_AGENT_RESULT_FILE"\n  exit 0\nfi\nmkdir -p src tests')}`,
  )
  const ended = await run(project)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(ended.stdout).toContain('the release gate opens 1 task: release.a (ADDED) Fix: test fails on the whole branch')
  const { tasks, tests_run } = await written(project)
  expect(tasks.map(({ task_id, outcome }) => [task_id, outcome])).toEqual([
    ['1', 'proven'],
    ['release.a', 'proven'],
  ])
  expect(tests_run).toBe(null)
}, 120_000)

test('a linter that is only suggested by a file and is not installed makes no claim about the release', async () => {
  using project = await withAgent({ ...SHELL_PROJECT, 'ruff.toml': '', 'PLAN.md': shellPlan([{ id: '1' }]) })
  const ended = await run(project)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  const manifest = await written(project)
  expect(manifest.claims.map(({ id }) => id)).not.toContain('branch/lint')
  expect(manifest.not_run).toEqual(['lint: ruff check . is not installed'])
  expect(ended.stdout).not.toContain('as it did before the plan')
}, 60_000)
