import { describe, expect, test } from 'vitest'
import { COMMANDS } from './command-table.ts'
import { fullParse } from './full-parse.ts'
import { quickParse } from './quick-parse.ts'

const LINES: readonly (readonly string[])[] = [
  ['status'],
  ['status', '3'],
  ['status', '--json', '3'],
  ['show', '2.a', '--diff'],
  ['retry', '3', '-m', 'try harder', '--run', 'x'],
  ['run', 'PLAN.md', '--agent', 'command:node agent.mjs --fast', '--accept-baseline'],
  ['log', '--follow'],
  ['run', '--rehearse'],
  ['run', '--rehearse', '--json'],
  ['run', 'PLAN.md', '--rehearse', 'script.yaml', '--only', '3'],
]

test.each(LINES.map(line => [line.join(' '), line] as const))(
  'the quick and the full parser read "%s" alike',
  async (_, line) => {
    const quick = quickParse(line)!
    const spec = COMMANDS.find(command => command.name === line[0])!
    let given: unknown
    const run = spec.run
    // The table is data: the full parser is watched by standing in for the command itself.
    Object.assign(spec, {
      run: async (_context: unknown, received: unknown) => {
        given = received
        return 0
      },
    })
    await fullParse(line, { cwd: '', env: {}, terminal: { print: () => {}, warn: () => {}, colour: false } })
    Object.assign(spec, { run })
    expect(quick.command.name).toBe(line[0])
    expect(Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== undefined))).toEqual(
      Object.fromEntries(Object.entries(quick.given).filter(([, value]) => value !== undefined)),
    )
  },
)

describe('what the quick parser leaves to the full one', () => {
  test.each([
    [[]],
    [['--help']],
    [['rnu']],
    [['show']],
    [['status', '--jsn']],
    [['run', '--agent']],
    [['run', 'a', 'b']],
    [['run', '--agent', '--json']],
  ])('%j', line => {
    expect(quickParse(line)).toBeNull()
  })
})
