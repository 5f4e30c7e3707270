import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { configJsonSchema, keysAt } from './schema.ts'

function problems(text: string): readonly string[] {
  const repositoryTop = mkdtempSync(join(tmpdir(), 'gates-'))
  try {
    writeFileSync(join(repositoryTop, 'pm-agent.yaml'), text)
    const config = readConfig({ repositoryTop, searchPath: '' })
    return config.ok ? [] : config.error.map(({ where, message, hint }) => `${where} ${message} (${hint})`)
  } finally {
    rmSync(repositoryTop, { recursive: true })
  }
}

it.each([
  [
    'a misspelt key',
    'gates: { mine: { comand: make } }',
    'pm-agent.yaml:1:18 there is no setting "gates.mine.comand" (did you mean "command"?)',
  ],
  [
    'a misspelt condition',
    'gates: { mine: { command: make, when: { file: a } } }',
    'pm-agent.yaml:1:41 there is no setting "gates.mine.when.file" (did you mean "files"?)',
  ],
  [
    'a misspelt tolerance',
    'gates: { numeric: { command: make, reference: a.json, relativ: 1 } }',
    'pm-agent.yaml:1:55 there is no setting "gates.numeric.relativ" (did you mean "relative"?)',
  ],
  [
    'a kind that there is not',
    'gates: { mine: { command: make, when: { kind: featur } } }',
    'pm-agent.yaml:1:47 "gates.mine.when.kind" must be one of feature, fix, refactor, perf, docs, chore, release, or a list of such, but is "featur" (did you mean "feature"?)',
  ],
  [
    'a name that is taken',
    'gates: { lint: { command: make } }',
    'pm-agent.yaml:1:10 "lint" is a gate already (its command is "commands.lint")',
  ],
  [
    'a name that would not be read',
    'gates: { "A b": { command: make } }',
    'pm-agent.yaml:1:10 "A b" is not a valid name for a gate (use lower-case letters, digits and -)',
  ],
  [
    'values from nowhere',
    'gates: { numeric: { reference: a.json } }',
    'pm-agent.yaml:1:10 "gates.numeric" needs a command that prints the values, or a file (add one)',
  ],
  [
    'a stored contract that nothing is compared with',
    'gates: { contract: { reference: api.txt } }',
    'pm-agent.yaml:1:22 "gates.contract.reference" needs a command that prints the signatures (add "command", or remove the reference to compare declarations with the base)',
  ],
])('%s is said with its place and a way out', (_, text, problem) => {
  expect(problems(`${text}\n`)).toContain(problem)
})

it('the editor schema includes the fields of custom gates', () => {
  expect(keysAt(['gates', 'mine'])).toEqual(['when', 'blocking', 'command'])
  expect(keysAt(['gates', 'mine', 'when'])).toEqual(['files', 'kind', 'layer', 'tier'])
  expect(JSON.stringify(configJsonSchema())).toContain('Compares values with a reference within a tolerance')
})
