import { describe, expect, test } from 'vitest'
import { cli } from './cli.ts'
import { readCommandLine } from './command-line.ts'
import { COMMANDS } from './command-table.ts'

const read = (line: readonly string[]) => {
  const read = readCommandLine(line, COMMANDS)
  return read.is === 'command' ? [read.command.name, read.argument, { ...read.flags }] : read
}

describe('a command line gives the command, its argument and its flags', () => {
  test.each<readonly [readonly string[], readonly unknown[]]>([
    [['status'], ['status', undefined, {}]],
    [
      ['status', '3'],
      ['status', '3', {}],
    ],
    [
      ['status', '--json', '3'],
      ['status', '3', { json: true }],
    ],
    [
      ['show', '2.a', '--diff'],
      ['show', '2.a', { diff: true }],
    ],
    [
      ['retry', '3', '-m', 'try harder', '--run', 'x'],
      ['retry', '3', { message: 'try harder', run: 'x' }],
    ],
    [
      ['retry', '3', '--message=a=b'],
      ['retry', '3', { message: 'a=b' }],
    ],
    [
      ['run', 'PLAN.md', '--agent', 'command:node agent.mjs --fast', '--accept-baseline'],
      ['run', 'PLAN.md', { agent: 'command:node agent.mjs --fast', 'accept-baseline': true }],
    ],
    [
      ['run', '--agent', '--json'],
      ['run', undefined, { agent: '--json' }],
    ],
    [
      ['run', '--rehearse'],
      ['run', undefined, { rehearse: true }],
    ],
    [
      ['run', '--rehearse', '--json'],
      ['run', undefined, { rehearse: true, json: true }],
    ],
    [
      ['run', 'PLAN.md', '--rehearse', 'script.yaml', '--only', '3'],
      ['run', 'PLAN.md', { rehearse: 'script.yaml', only: '3' }],
    ],
    [
      ['run', '--rehearse=script.yaml', 'PLAN.md'],
      ['run', 'PLAN.md', { rehearse: 'script.yaml' }],
    ],
    [
      ['status', '--', '-x'],
      ['status', '-x', {}],
    ],
  ])('%j', (line, expected) => {
    expect(read(line)).toEqual(expected)
  })
})

test.each([[['--version']], [['-V']], [['status', '--version']]])('%j asks for the version', line => {
  expect(read(line)).toEqual({ is: 'version' })
})

test.each([
  [['--help'], null],
  [['-h'], null],
  [['--help', 'status'], null],
  [['status', '-h', '--jsn'], 'status'],
  [['status', '--jsn', '-h'], 'status'],
] as const)('%j asks for help', (line, name) => {
  expect(readCommandLine(line, COMMANDS)).toMatchObject({ is: 'help', command: name && { name } })
})

describe('a mistake is explained on standard error, with exit code 2', () => {
  test.each([
    ['rnu', "error: unknown command 'rnu'\n(Did you mean run?)"],
    ['zzzzzz', "error: unknown command 'zzzzzz'"],
    ['-- rnu', "error: unknown command 'rnu'\n(Did you mean run?)"],
    ['-', "error: unknown command '-'"],
    ['-x', "error: unknown option '-x'"],
    ['--json', "error: unknown option '--json'"],
    ['status -x', "error: unknown option '-x'"],
    ['status --jsn', "error: unknown option '--jsn'\n(Did you mean --json?)"],
    ['status --json=3', "error: unknown option '--json=3'\n(Did you mean --json?)"],
    ['run --dryrun', "error: unknown option '--dryrun'\n(Did you mean --dry-run?)"],
    ['run --paralel 3', "error: unknown option '--paralel'\n(Did you mean --parallel?)"],
    ['run --agent', "error: option '--agent <AGENT>' argument missing"],
    ['retry -m', "error: option '-m, --message <TEXT>' argument missing"],
    ['show', "error: missing required argument 'TASK'"],
    ['run a b', "error: too many arguments for 'run'. Expected 1 argument but got 2: a, b."],
    ['report x', "error: too many arguments for 'report'. Expected 0 arguments but got 1: x."],
    ['status -- -x b', "error: too many arguments for 'status'. Expected 1 argument but got 2: -x, b."],
  ])('%s', async (line, expected) => {
    const warned: string[] = []
    const terminal = { print: () => {}, warn: (text: string) => warned.push(text), colour: false }
    expect(await cli(line.split(' '), { cwd: '.', env: {}, terminal })).toBe(2)
    expect(warned.join('\n')).toBe(expected)
  })
})
