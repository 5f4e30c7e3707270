import { expect, test } from 'vitest'
import { parsePlan } from '../read.ts'
import { readReferenceValues } from './reference-values.ts'

const TASKS = `### [ ] TODO 1: A\n\n**Layer**: core\n\n**Acceptance Criteria**:\n- [ ] \`a\` → exit 0\n\n### [ ] TODO 2: B\n\n**Acceptance Criteria**:\n- [ ] \`b\` → exit 0\n\n`
const read = (table: string) => parsePlan(`${TASKS}## Integration Tests\n\n${table}`, { path: 'PLAN.md' })

test('a table of integration tests is read by its titles', () => {
  const { plan, diagnostics } = read(
    '| Id | Description | Tasks covered | Command | Reference |\n|---|---|---|---|---|\n| I1 | the whole | 1, 2 | `make whole` | `out.json#/runs/0/energy = -1.23 ± 1e-6` |\n',
  )
  expect(diagnostics).toEqual([])
  expect(plan!.integrations).toEqual([
    {
      id: 'I1',
      description: 'the whole',
      tasks: ['1', '2'],
      layer: null,
      command: 'make whole',
      references: [
        {
          text: 'out.json#/runs/0/energy = -1.23 ± 1e-6',
          file: 'out.json',
          path: 'runs[0].energy',
          expected: -1.23,
          absolute: 1e-6,
          relative: 0,
        },
      ],
    },
  ])
})

test('a row may name a layer instead of tasks', () => {
  const { plan } = read('| Layer | Covers | Command | Reference |\n|---|---|---|---|\n| core | - | `make core` | - |\n')
  expect(plan!.integrations).toMatchObject([{ id: 'core', layer: 'core', tasks: [], command: 'make core' }])
})

test('rows that cannot be run are reported with a remedy', () => {
  const { diagnostics } = read(
    '| Layer | Covers | Command | Reference |\n|---|---|---|---|\n| core | 1 | - | - |\n| - | - | `x` | - |\n| core | 1 | `x` | about three |\n| ui | - | `x` | - |\n',
  )
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'unreadable-integration-test: The integration test ui is for the layer ui, which no task has.',
    'unreadable-integration-test: This integration test has no command, so it is not run.',
    'unreadable-integration-test: This integration test names no task and no layer, so it is not run.',
    'unreadable-integration-test: This reference cannot be read, so the test is not run.',
  ])
})

test('references are numbers with an absolute or relative tolerance, by file, by name or alone', () => {
  expect(readReferenceValues('total = 42 ± 0.1%; 7')).toMatchObject([
    { file: null, path: 'total', expected: 42, absolute: 0, relative: 0.001 },
    { path: '', expected: 7, absolute: 0, relative: 0 },
  ])
  expect(readReferenceValues('out.json#/a/b = 1e3 +/- 2')).toMatchObject([{ path: 'a.b', expected: 1000, absolute: 2 }])
  expect(readReferenceValues('roughly 7 or 8')).toBe(null)
})
