import { appendFileSync, chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { agentFor, BRANCH, expectWorks, ODD_FILES, oddProject } from '../rig/projects/odd.ts'
import type { Project } from '../rig/projects/project.ts'
import { shellPlan } from '../rig/projects/shell-project.ts'

const DEEP = `${Array.from({ length: 150 }, (_, at) => `deeper-${at}`).join('/')}/${'n'.repeat(255)}`
const ODD_NAMES = [
  'with space',
  'two\nlines',
  'cr\rname',
  'tab\t',
  'quo"te\\',
  "apo'strophe",
  'émoji 🎉',
  '-dash',
  ':(top)colon',
  'star*[a]?',
  'trailing.',
  'CASE',
  'case',
  'Case',
  DEEP,
]
/** What the work of a one-task plan changes, and nothing else. */
const WORK = [
  '.dev/specs/many-files/context/audit.md',
  '.dev/specs/many-files/context/learnings.md',
  '.dev/specs/many-files/context/outputs.json',
  'PLAN.md',
  'docs/releases/many-files-release.yaml',
  'docs/reviews/many-files/1-review.md',
  'src/1.txt',
  'tests/1.sh',
]

const changed = async (project: Project) =>
  (await project.git('diff', '--name-only', '-z', 'main', BRANCH)).split('\0').filter(Boolean)

test('names of every kind, deep folders, links, executables and empty folders: all stay as they are', async () => {
  using project = await oddProject()
  project.write(Object.fromEntries(ODD_NAMES.map(name => [`odd/${name}`, `this is ${name.slice(0, 20)}\n`])))
  writeFileSync(Buffer.concat([Buffer.from(`${project.dir}/latin-`), Buffer.from([0xe9])]), 'not UTF-8')
  writeFileSync(Buffer.concat([Buffer.from(`${project.dir}/latin-`), Buffer.from([0xe8])]), 'nor is this')
  const links = { file: 'odd/case', folder: 'odd', outside: '/etc/hostname', up: '../../..', dangling: 'no/where' }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(project.dir, `link-${name}`))
  project.write({ 'bin/tool': '#!/bin/sh\n' })
  chmodSync(join(project.dir, 'bin/tool'), 0o755)
  await project.commit('odd')
  mkdirSync(join(project.dir, 'empty/nested'), { recursive: true })
  await expectWorks(project)
  expect(await changed(project)).toEqual(WORK)
})

test('an agent may make and change files of every kind, and they land byte for byte', async () => {
  // A name with a line break in it deceives whoever reads a list of names: only a contract may want one.
  const plan = shellPlan([{ id: '1', extra: '\n**Allow**: file-names, modes\n' }])
  const files = { 'odd/case': 'lower\n', 'odd/CASE': 'upper\n', run: 'not executable\n', 'PLAN.md': plan }
  using project = await oddProject(files)
  writeFileSync(Buffer.concat([Buffer.from(`${project.dir}/latin-`), Buffer.from([0xe9])]), 'old')
  await project.commit('odd')
  const agent = String.raw`
    printf new > "$(printf 'latin-\351')"; printf other > "$(printf 'latin-\350')"
    printf x > "$(printf 'two\nlines')"; echo changed > odd/CASE; chmod +x run
    ln -s nowhere dangling; ln -s odd folder; mkdir -p empty/nested ${dirname(DEEP)}; echo deep > ${DEEP}`
  await expectWorks(project, { agent })
  const diff = await project.git('-c', 'core.quotePath=true', 'diff', '--raw', '--abbrev=4', 'main', BRANCH)
  const lines = diff.split('\n').map(line => line.replace(/^:(\d+) (\d+) \S+ \S+ (\w)\t/, '$1 $2 $3 '))
  const expected = [
    String.raw`100644 100644 M "latin-\351"`,
    String.raw`000000 100644 A "latin-\350"`,
    String.raw`000000 100644 A "two\nlines"`,
    '100644 100644 M odd/CASE',
    '100644 100755 M run',
    '000000 120000 A dangling',
    '000000 120000 A folder',
    `000000 100644 A ${DEEP}`,
  ]
  expect(lines.filter(line => !WORK.some(path => line.endsWith(` ${path}`))).sort()).toEqual(expected.sort())
  expect(await project.git('show', `${BRANCH}:${DEEP}`)).toBe('deep')
})

test('line endings, encodings and keywords of the checkout do not affect the work, and it merges cleanly', async () => {
  using project = await oddProject()
  const attributes = '* text=auto eol=crlf\n*.utf16 working-tree-encoding=UTF-16LE-BOM\n*.id ident\n*.raw -text\n'
  await project.git('config', 'core.autocrlf', 'true')
  await project.git('config', 'core.safecrlf', 'false')
  project.write({
    '.gitattributes': attributes,
    'src/windows.txt': 'one\r\ntwo\r\n',
    'src/kept.raw': 'one\r\ntwo\n',
    'src/version.id': '$Id$\n',
  })
  writeFileSync(join(project.dir, 'src/wide.utf16'), Buffer.from('\ufeffwide\r\n', 'utf16le'))
  await project.commit('line ends')
  await project.git('rm', '--quiet', '-r', '--cached', '.')
  await project.git('reset', '--quiet', '--hard')
  expect(project.read('src/base.txt')).toBe('base\r\n')
  await expectWorks(project)
  expect(await changed(project)).toEqual(WORK)
  await project.git('merge', '--quiet', BRANCH)
  expect(await project.git('status', '--porcelain')).toBe('')
  expect(project.read('src/1.txt')).toMatch(/^made by 1 .*\r\n$/)
})

test('pointers of Git LFS stay pointers, and its filter is never started', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n'
  using project = await oddProject({ 'model.bin': pointer })
  project.write({ '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' })
  await project.commit('large files')
  const marker = join(project.root, 'marker')
  const run = `touch '${marker}'; exit 1`
  const filter = ['clean', 'smudge', 'process'].map(name => `\t${name} = "${run}"\n`).join('')
  appendFileSync(join(project.dir, '.git/config'), `[filter "lfs"]\n${filter}\trequired = true\n`)
  const finished = await expectWorks(project, { agent: 'cp model.bin copy.bin' })
  expect(finished.stdout).toContain('note: files kept by Git LFS are pointers')
  expect(existsSync(marker)).toBe(false)
  const ids = await project.git('rev-parse', 'main:model.bin', `${BRANCH}:model.bin`, `${BRANCH}:copy.bin`)
  expect(new Set(ids.split('\n')).size).toBe(1)
})

test('submodules, with and without their files, stay at their commits; one can be worked on by itself', async () => {
  using project = await oddProject()
  await project.git('clone', '--quiet', '.', '../library')
  const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library']
  await project.git(...add, 'here')
  await project.git(...add, 'elsewhere')
  await project.commit('libraries')
  await project.git('submodule', '--quiet', 'deinit', 'elsewhere')
  const finished = await expectWorks(project)
  expect(finished.stdout).toContain('note: submodules are kept at their commits')
  expect(await changed(project)).toEqual(WORK)
  const inside = join(project.dir, 'here')
  await project.git('-C', inside, 'config', 'user.name', 'Ada')
  await project.git('-C', inside, 'config', 'user.email', 'ada@example.org')
  await expectWorks(project, { cwd: inside })
})

test('a sparse checkout: it works on the whole tree, and the checkout stays sparse', async () => {
  using project = await oddProject({ 'far/away.txt': 'far\n' })
  await project.git('sparse-checkout', 'set', '--sparse-index', 'src')
  expect(existsSync(join(project.dir, 'far'))).toBe(false)
  await expectWorks(project)
  expect(await changed(project)).toEqual(WORK)
})

test('a plan with an odd name in an odd folder is ticked on the branch', async () => {
  using project = await oddProject()
  const path = `plans of "ours" 🎉/it's *the* [plan].md`
  project.write({ [path]: ODD_FILES['PLAN.md']! })
  await project.git('rm', '--quiet', 'PLAN.md')
  await project.commit('odd plan')
  const run = await project.pm('run', path, '--agent', agentFor(project))
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const { branch } = (await project.status()).run
  expect(await project.show(branch, path)).toContain('### [x] TODO 1: Make file 1')
})
