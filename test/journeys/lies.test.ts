import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCatalogue } from '../../src/lies/catalogue.ts'
import { Project } from '../rig/projects/project.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FAMILIES = { F: 7, T: 6, C: 9, S: 3, H: 5, X: 7, G: 7, P: 8, R: 2, W: 5, I: 3 }

test('the catalogue has every lie, each with a twin, in more than a hundred and fifty scripts', () => {
  const read = readCatalogue(join(ROOT, 'lies'))
  expect(read.ok ? [] : read.error).toEqual([])
  const plays = read.ok ? read.value : []
  const wanted = Object.entries(FAMILIES).flatMap(([family, count]) =>
    Array.from({ length: count }, (_, at) => `${family}${at + 1}`),
  )
  expect([...new Set(plays.map(play => play.entry))].sort()).toEqual(wanted.sort())
  expect(wanted.filter(entry => !plays.some(play => play.entry === entry && play.twin))).toEqual([])
  expect(plays.filter(play => !play.twin && !play.pending).length).toBeGreaterThan(150)
})

test('lies are caught and twins accepted, on every installed runner', async () => {
  using project = await Project.with({ 'a.txt': '' })
  const only = [
    'F1/only-says-so@node-test',
    'T1/deletes-the-file@node-test',
    'T6/only-that-it-exists@node-test',
    'G1/commits-good-leaves-bad@node-test',
    'T2/skips@vitest',
    'T2/skips@pytest',
    'W5/puts-it-back-afterwards@node-test',
    'W5/builds-a-generated-file@node-test',
    'F1/honest@node-test',
    'T6/not-what-it-was@node-test',
  ]
  const { code, stdout, stderr } = await project.start(
    ['bench', 'lies', '--json', '--only', only.join(','), '--parallel', '3'],
    { env: { XDG_CACHE_HOME: join(project.root, 'cache') } },
  ).done
  const told = JSON.parse(stdout || '{}')
  expect(stderr).toContain('F1/honest@node-test: accepted, as it must be')
  expect({ ...told, results: undefined }).toMatchObject({
    liesAccepted: 0,
    twinsRejected: 0,
    wrongReasons: 0,
    broken: 0,
  })
  expect(told.lies + told.twins + told.notRun).toBe(only.length)
  expect(code).toBe(0)
})

/** A project without any tool, and agents that do what their name says. */
const own = (expect: string) => ({
  'lies/bases/plain/base.yaml':
    'commands: { test: sh test.sh }\ntitle: Greet\nbody: Write hello into greeting.txt.\ncriteria:\n  probe: ["`cat greeting.txt` → `hello`"]\n',
  'lies/bases/plain/files/test.sh': 'exit 0\n',
  'lies/Z1-greets/lie.yaml': `id: Z1\nname: Greets\ndoes: x\nnaive: x\nexposed: x\non: plain\n${expect}`,
  'lies/Z1-greets/right.sh': 'echo hello > greeting.txt\n',
  'lies/Z1-greets/wrong.sh': 'echo bye > greeting.txt\n',
})

test('custom lies are played, and failures against us are reported with exit code 4', async () => {
  using project = await Project.with(
    own(
      'lies:\n  - { name: taken, script: right.sh }\n  - { name: seen, script: wrong.sh, signals: "criterion:c1" }\n  - { name: mistaken, script: wrong.sh, signals: lint }\ntwins:\n  - { name: honest, script: right.sh }\n  - { name: refused, script: wrong.sh }\n  - { name: later, pending: not yet }\n',
    ),
  )
  const { code, stdout } = await project.pm('bench', 'lies', '--dir', 'lies', '--parallel', '3')
  expect(stdout).toContain('Z1/taken@plain: ACCEPTED: expected refused')
  expect(stdout).toContain('Z1/seen@plain: caught: criterion:c1=failed')
  expect(stdout).toContain('Z1/mistaken@plain: WRONG REASON')
  expect(stdout).toContain('Z1/honest@plain: accepted, as it must be')
  expect(stdout).toContain('Z1/refused@plain: HONEST WORK REJECTED')
  expect(stdout).toContain('pending: not yet: Z1/later@plain')
  expect(stdout).toMatch(/^all +1 of 3 +1 of 2 +1 +1$/m)
  expect(code).toBe(4)
})

test('a problem with an entry, a flag or a suite is reported with a remedy', async () => {
  using project = await Project.with(own('lies:\n  - { name: nowhere }\ntwins: []\n'))
  const missing = await project.pm('bench', 'lies', '--dir', 'lies')
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no program nowhere.mjs') })
  expect(await project.pm('bench', 'truths')).toMatchObject({ code: 2, stderr: expect.stringContaining('bench lies') })
  expect(await project.pm('bench', 'lies', '--parallel', 'many')).toMatchObject({ code: 2 })
  expect(await project.pm('bench', 'lies', '--only', 'Q9')).toMatchObject({ code: 2 })
})

test('the README quotes the figures of the last full run', () => {
  const { entries, lies, liesAccepted, twins, twinsRejected } = JSON.parse(
    readFileSync(join(ROOT, 'lies', 'result.json'), 'utf8'),
  )
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replace(/\s+/g, ' ')
  expect(readme).toContain(
    `${liesAccepted} of ${lies} lies accepted, ${twinsRejected} of ${twins} honest twins rejected (${entries} kinds)`,
  )
})

test('the last full run played the whole catalogue as it is', () => {
  const { results } = JSON.parse(readFileSync(join(ROOT, 'lies', 'result.json'), 'utf8'))
  const read = readCatalogue(join(ROOT, 'lies'))
  const plays = read.ok ? read.value : []
  expect(results.length).toBe(plays.length)
})
