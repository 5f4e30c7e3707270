import { describe, expect, test } from 'vitest'
import { cli } from './cli.ts'
import { COMMANDS } from './command-table.ts'
import { VERSION } from './version.ts'

/** What a command line prints, and its exit code. */
const said = (...args: readonly string[]) => saidOn(undefined, ...args)

async function saidOn(columns: number | undefined, ...args: readonly string[]) {
  const printed: string[] = []
  const warned: string[] = []
  const terminal = {
    print: (text: string) => printed.push(text),
    warn: (text: string) => warned.push(text),
    colour: false,
    columns,
  }
  const code = await cli(args, { cwd: '.', env: {}, terminal })
  return { code, out: printed.join('\n'), err: warned.join('\n') }
}

describe('help', () => {
  test.each(COMMANDS.map(command => [command.name, command] as const))(
    'explains %s with every flag, as --help does',
    async (name, { flags, words }) => {
      const { code, out } = await said('help', name)
      expect(code).toBe(0)
      expect(out).toContain(`Usage: pm-agent ${name}`)
      expect(out.replace(/\s+/g, ' ')).toContain(words)
      for (const flag of Object.keys(flags)) expect(out).toContain(`--${flag}`)
      expect(out).toBe((await said(name, '--help')).out)
    },
  )

  test('alone explains pm-agent', async () => {
    expect(await said('help')).toEqual(await said('--help'))
  })

  test('says which command may be meant', async () => {
    const { code, err } = await said('help', 'statsu')
    expect(code).toBe(2)
    expect(err).toContain("unknown command 'statsu'")
    expect(err).toContain('Did you mean status?')
  })
})

test('the man page has every command with every flag, and no line that roff would take for a request', async () => {
  const { code, out } = await said('man')
  expect(code).toBe(0)
  const plain = out.replaceAll('\\-', '-')
  for (const { name, flags, words } of COMMANDS) {
    expect(plain).toContain(`.SS "pm-agent ${name}`)
    expect(plain).toContain(words.replaceAll('"', '\\(dq').replaceAll('’', '\\[u2019]'))
    for (const flag of Object.keys(flags)) expect(plain).toContain(`--${flag}`)
  }
  const requests = new Set(out.split('\n').flatMap(line => /^[.'](\S*)/.exec(line)?.[1] ?? []))
  expect([...requests].sort()).toEqual(['B', 'I', 'PP', 'RI', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf'])
})

test('schema prints the JSON Schema of the settings', async () => {
  const { code, out } = await said('schema')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ title: 'pm-agent.yaml', properties: { commands: {}, limits: {} } })
})

test('version is a command too', async () => {
  expect(await said('version')).toEqual({ code: 0, out: VERSION, err: '' })
  expect(await said('version')).toEqual(await said('--version'))
})

test('help shows usage, purpose and flags in columns', async () => {
  expect((await said('retry', '--help')).out.split('\n')).toEqual([
    'Usage: pm-agent retry [options] [TASK]',
    '',
    'send a task back to an agent, with its files and its session',
    '',
    'Options:',
    '  --fresh               start over from the plan branch, without its files and its session',
    '  --all                 every task that failed or whose agent failed; questions stay open',
    '  -m, --message <TEXT>  why, or a hint for the agent',
    '  --option <N>          take this numbered option of its question',
    '  --seen <RECEIPT>      refuse unless this is still its receipt (pm-agent show prints the hash)',
    '  --run <RUN>           a run or plan id; the newest by default',
    '  -h, --help            show this help',
  ])
})

test.each([60, 80, 300])(
  'help fits into a terminal of %i columns, and is never wider than people read',
  async columns => {
    for (const args of [['help'], ...COMMANDS.map(({ name }) => ['help', name])]) {
      const { out } = await saidOn(columns, ...args)
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(Math.min(columns, 110))
    }
  },
)
