import { expect, test } from 'vitest'
import { gate } from '../../../../test/rig/core/facts.ts'
import { gateLine } from './gate-line.ts'

test('a command is shown as it was written, and not with our reporters in it', () => {
  const line = (command: string) => gateLine(gate('test', 'passed', { command, durationMs: 1_200, cached: false }))
  expect(line('make test')).toBe('  test             passed             1.2 s  make test')
  expect(line('node --test --test-reporter={tools}/reporter.mjs')).toBe('  test             passed             1.2 s')
})
