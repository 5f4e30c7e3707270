import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Project } from '../rig/projects/project.ts'

const TEST = `import test from 'node:test'
import assert from 'node:assert/strict'
import { add } from '../src/calc.js'
test('adds', () => assert.equal(add(1, 2), 3))
`
const CALC = 'export function add(a, b) { return a + b }\n'

/** A history of five commits, each of another kind. */
async function history(): Promise<Project> {
  const project = await Project.with({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/calc.js': CALC,
    'test/calc.test.js': TEST,
  })
  const step = async (message: string, files: Readonly<Record<string, string>>) => {
    project.write(files)
    await project.commit(message)
  }
  const twice = `${CALC}export function twice(a) { return add(a, a) }\n`
  await step('feat: twice', {
    'src/calc.js': twice,
    'test/twice.test.js': TEST.replaceAll('add', 'twice').replace('twice(1, 2), 3', 'twice(2), 4'),
  })
  await step('docs: say what it does', { 'src/calc.js': `// Sums.\n${twice}` })
  await step('feat: thrice', { 'src/calc.js': `${twice}export function thrice(a) { return a + twice(a) }\n` })
  await step('feat: add counts from one', {
    'src/calc.js': CALC.replace('a + b', 'a + b + 1'),
    'test/calc.test.js': TEST.replace('3)', '4)'),
    'test/twice.test.js': '',
  })
  return project
}

/** Folders of replays, those of others on this machine among them. */
const replays = () => readdirSync(tmpdir()).filter(name => name.startsWith('pm-agent-replay-'))

test('the user’s history is proven commit by commit, and nothing is written', async () => {
  using project = await history()
  const [before, others] = [stateOfFiles(project.dir), replays()]
  const { code, stdout, stderr } = await project.pm('replay', '--json')
  expect(code).toBe(0)
  expect(stderr.match(/^[0-9a-f]{10} {2}\S+/gm)).toHaveLength(4)
  const { commits, shares } = JSON.parse(stdout)
  expect(commits.map(({ subject, class: is, basis }: Record<string, string>) => [subject, is, basis])).toEqual([
    ['feat: twice', 'proven', 'red-green'],
    ['docs: say what it does', 'proven', 'inert'],
    ['feat: thrice', 'unproven', 'none'],
    ['feat: add counts from one', 'needs-allowance', 'red-green'],
  ])
  expect(shares).toEqual({ proven: 2, 'needs-allowance': 1, unproven: 1, environment: 0, refused: 0 })
  expect(stateOfFiles(project.dir)).toEqual(before)
  expect(existsSync(join(project.dir, '.git/pm-agent'))).toBe(false)
  expect(replays().filter(name => !others.includes(name))).toEqual([])
})

test('a part of it is chosen by number or by range, and told in words', async () => {
  using project = await history()
  const last = await project.pm('replay', '--last', '1')
  expect(last.stdout).toMatch(/^[0-9a-f]{10} {2}asked/m)
  expect(last.stdout).toContain('1 commit replayed:')
  const range = await project.pm('replay', 'HEAD~2..HEAD~1')
  expect(range.stdout).toContain('feat: thrice')
})

test('it announces what it does, shows its progress, and explains its terms', async () => {
  using project = await history()
  const { stdout, stderr } = await project.pm('replay')
  expect(stderr.split('\n')[0]).toContain('Replaying 4 commits, oldest first: each is checked')
  expect(stderr.match(/^\[\d\/4\] checking [0-9a-f]{10} {2}\S+/gm)).toHaveLength(4)
  expect(stdout).toContain('2   50 %  accepted: proven, without a question to a human')
  expect(stdout).toContain('1   25 %  asked: you would have been asked once, or the task had to allow it')
  expect(stdout).toContain('1   25 %  not shown: no check fails before the commit and passes after it')
  const thrice = (await project.git('rev-parse', 'HEAD~1')).slice(0, 10)
  expect(stdout).toContain(`pm-agent replay --show ${thrice} (or --verbose for all)`)
})

test('the check results of a commit can be shown', async () => {
  using project = await history()
  const one = await project.pm('replay', '--show', 'HEAD')
  expect(one.stdout).toContain('feat: add counts from one')
  expect(one.stdout).not.toContain('feat: thrice')
  expect(one.stdout).toContain('✓ test passed: ')
  expect(one.stdout).toMatch(/ {4}✗ test:old-form changes-tests.*\n( {8}.*\n)+/)
  expect((await project.pm('replay', '--show', 'HEAD', '--last', '2')).code).toBe(2)
})

test('a question that a task with Files would have answered is told as such', async () => {
  using project = await history()
  project.write({ '.npmrc': 'fund=false\n' })
  await project.commit('chore: be quiet')
  const { stdout } = await project.pm('replay', '--last', '1')
  expect(stdout).toMatch(/^[0-9a-f]{10} {2}asked/m)
  expect(stdout).toContain('accepted where the task names its files')
  expect(stdout).toContain('1 would have been accepted had the task named its files: give tasks Files')
})

test('a commit that changes nothing is left out', async () => {
  using project = await history()
  await project.git('commit', '--quiet', '--allow-empty', '--message', 'chore: begin the release')
  const { stdout } = await project.pm('replay', '--last', '1')
  expect(stdout).not.toContain('begin the release')
  expect(stdout).toContain('feat: add counts from one')
})

test('commits that touch nothing of the named paths are left out', async () => {
  using project = await history()
  const { stdout } = await project.pm('replay', '--last', '2', '--path', 'test/calc.test.js,test/twice.test.js')
  expect(stdout).toContain('feat: twice')
  expect(stdout).toContain('feat: add counts from one')
  expect(stdout).not.toContain('feat: thrice')
})

test('commits that cannot be replayed are reported, with those that can', async () => {
  using project = await history()
  for (const [args, words] of [
    [['--last', 'x'], '--last x is not a number of commits'],
    [['main'], 'main is not a range of commits'],
    [['a..b'], 'git cannot list these commits'],
    [['HEAD..HEAD'], 'there is no commit to replay'],
    [['--path', 'nowhere'], 'there is no commit to replay'],
    [['HEAD~1..HEAD', '--last', '2'], 'a range and --last cannot be used together'],
  ] as const) {
    const { code, stderr } = await project.pm('replay', ...args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) })
  }
})
