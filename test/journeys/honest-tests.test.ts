import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'

const WORDS = `export const uncountable = ['rice']
export const singular = word => (uncountable.some(one => word.endsWith(one)) ? word : word.replace(/s$/, ''))
`
const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as words from '../src/words.js'
test('a word that is learned', () => {
  words.uncountable.push('ors')
  assert.equal(words.singular('ors'), 'ors')
  words.uncountable.pop()
})
`
const PROJECT = {
  'pm-agent.yaml': 'commands: { test: npm test }\nlimits: { fixes: 0 }\n',
  'package.json': '{ "type": "module", "private": true, "scripts": { "test": "node --test" } }\n',
  'src/words.js': WORDS,
  'test/words.test.js': TEST,
}

const plan = (request: string): string => `# Words\n\n- [ ] ${request}\n`

async function run(
  request: string,
  files: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
) {
  const project = await Project.with({ ...PROJECT, ...before, 'PLAN.md': plan(request) })
  const script = Object.entries(files).map(([path, text]) => `cat > ${path} <<'END'\n${text}END\n`)
  writeFileSync(join(project.root, 'agent.sh'), script.join(''))
  const { code, stdout } = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  project[Symbol.dispose]()
  return { code, stdout }
}

test('a test that sets up state of the program for itself is no test that the program looks for', async () => {
  const added = `test('a loud word', () => assert.equal(words.loud('hey'), 'HEY'))\n`
  const { code, stdout } = await run('Add `loud(word)`: capital letters. With tests.', {
    'src/words.js': `${WORDS}export const loud = word => word.toUpperCase()\n`,
    'test/words.test.js': `${TEST}${added}`,
  })
  expect(code, stdout).toBe(0)
})

test('a program that is right only in its tests is refused, whatever the tests before it set up', async () => {
  const added = `test('a word in capitals', () => assert.equal(words.singular('CATS'), 'CAT'))\n`
  const { code, stdout } = await run("singular('CATS') must be 'CAT'. With a test.", {
    'src/words.js': `import { existsSync } from 'node:fs'\n${WORDS.replace('/s$/', "existsSync(['te', 'st'].join('')) ? /s$/i : /s$/")}`,
    'test/words.test.js': `${TEST}${added}`,
  })
  expect(code, stdout).toBe(3)
  expect(stdout).toContain('outside of the test runner, the program has other results than in its tests')
})

const DATED = `${WORDS}export const thisYear = () => new Date().getFullYear()\n`
const DATED_TEST = `${TEST}test('the year', () => assert.ok(words.thisYear() > 2000))\n`

test('the time of day that the program already knew is no question about a change', async () => {
  const added = `test('a loud word', () => assert.equal(words.loud('hey'), 'HEY'))\n`
  const { code, stdout } = await run(
    'Add `loud(word)`: capital letters. With tests.',
    {
      'src/words.js': `${DATED}export const loud = word => word.toUpperCase()\n`,
      'test/words.test.js': `${DATED_TEST}${added}`,
    },
    { 'src/words.js': DATED, 'test/words.test.js': DATED_TEST },
  )
  expect(code, stdout).toBe(0)
})

test('a change that has other results at another time is a question that names the call', async () => {
  const added = `test('an early word', () => assert.equal(words.early('hey'), 'HEY'))\n`
  const { code, stdout } = await run('Add `early(word)`: capital letters. With tests.', {
    'src/words.js': `${WORDS}export const early = word => (new Date().getFullYear() < 2029 ? word.toUpperCase() : word)\n`,
    'test/words.test.js': `${TEST}${added}`,
  })
  expect(code, stdout).toBe(3)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'other results than in its tests: early("hey") returns "hey"; in the tests it returns "HEY"',
  )
})
