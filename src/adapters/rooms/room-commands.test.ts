import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tree } from '../../core/plan/ids.ts'
import { DEFAULT_LIMITS } from '../../core/settings/config.ts'
import type { CommandSpec } from '../../ports.ts'
import { findProcesses } from '../process/process-table.ts'
import { createRooms } from './room-commands.ts'

const never = new AbortController().signal
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rooms-'))
  mkdirSync(join(dir, 'home'))
  mkdirSync(join(dir, 'room'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const rooms = (env: Record<string, string> = {}) =>
  createRooms({
    checkout: {
      open: async id => ({ dir: join(dir, id) }),
      close: async room => rmSync(room, { recursive: true }),
    },
    outputsDir: join(dir, 'outputs'),
    tempRoot: join(dir, 'temp'),
    cacheDir: join(dir, 'cache'),
    usersTop: dir,
    userEnv: { PATH: process.env.PATH, HOME: join(dir, 'home'), ...env },
  })
const spec = (command: string, changes: Partial<CommandSpec> = {}): CommandSpec => ({
  command,
  minutes: 1,
  limits: DEFAULT_LIMITS,
  token: randomUUID(),
  home: 'empty',
  ...changes,
})
const run = (command: string, changes?: Partial<CommandSpec>, env?: Record<string, string>) =>
  rooms(env).run({ dir: join(dir, 'room') }, spec(command, changes), never)

/** Goes down step by step, because no path could name the end. */
const DEEPER = `for (let n = 0; n < 40; n++) { fs.mkdirSync('n'.repeat(200)); process.chdir('n'.repeat(200)) }`

describe('a command in a room', () => {
  test('runs in the folder of the room and gives its ending, output and place of the full output', async () => {
    const result = await run('printf "\\033[31mred\\033[0m\\n"; pwd >&2; exit 3')
    expect(result).toEqual({
      ending: { is: 'exited', code: 3 },
      output: expect.stringContaining('red\n'),
      stdout: '\x1b[31mred\x1b[0m\n',
      outputFile: expect.stringMatching(/outputs\/[\w-]+\.log$/),
      outputDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      durationMs: expect.any(Number),
    })
    expect(result.output).toContain(`${join(dir, 'room')}\n`)
    expect(readFileSync(result.outputFile, 'utf8')).toContain('\x1b[31mred')
  })

  test.each([
    ['a pipe, which nobody waits for', 'mkfifo {tools}/report'],
    ['a link', 'ln -s /etc/passwd {tools}/report'],
    ['a folder', 'mkdir {tools}/report'],
  ])('has no report where its program left %s', async (_, command) => {
    const result = await run(command, { tools: { 'reporter.txt': 'of ours' } })
    expect([result.ending, result.report]).toEqual([{ is: 'exited', code: 0 }, null])
  })

  test('looks like a terminal session of a person: no colours are asked for or forbidden, and nothing speaks of a machine', async () => {
    const { stdout } = await run('env')
    expect(stdout).toContain('TERM=xterm-256color\n')
    expect(stdout).not.toMatch(/^(NO_COLOR|FORCE_COLOR|COLORTERM|CI|PM_AGENT_PORT_BASE)=/m)
  })

  test("has everything of the user's own session where that is asked for, and says what rooms withhold", async () => {
    const env = { SHOP_DATABASE: 'postgres://here', NO_COLOR: '1', _: '/bin/sh', OLDPWD: '/' }
    const result = await run('touch "$HOME/seen"; echo "$SHOP_DATABASE $NO_COLOR"', { home: 'session' }, env)
    expect(result.stdout).toBe('postgres://here 1\n')
    expect(existsSync(join(dir, 'home/seen'))).toBe(true)
    expect(result.withheld).toEqual(['SHOP_DATABASE', 'NO_COLOR'])
  })

  test('has an empty home and temporary folder of its own, which are gone afterwards', async () => {
    const result = await run('ls -A "$HOME" "$TMPDIR"; touch "$HOME/x" "$TMPDIR/y"; printf "%s\\n" "$HOME" "$TMPDIR"')
    const [home, tmp] = result.stdout.trim().split('\n').slice(-2)
    expect(result.stdout.split('\n').filter(line => line !== '' && !line.startsWith(dir))).toEqual([])
    expect(home).toMatch(join(dir, 'temp'))
    expect(tmp).toMatch(join(dir, 'temp'))
    expect(readdirSync(join(dir, 'temp'))).toEqual([])
    expect(readdirSync(join(dir, 'room'))).toEqual([])
  })

  test.each([
    ['what it has write-protected', 'mkdir -p $HOME/go/mod && touch $HOME/go/mod/a && chmod -R a-w $HOME/go'],
    ['folders too deep for a path', `cd $TMPDIR && node -e "${DEEPER}"`],
    ['a file in place of its home', 'rm -r $HOME && touch $HOME'],
  ])('may leave %s, and it is gone afterwards', async (_, command) => {
    const result = await run(command)
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
    expect(readdirSync(join(dir, 'temp')).flatMap(name => readdirSync(join(dir, 'temp', name)))).toEqual([])
  })

  test('sees no secret of the user', async () => {
    const secrets = { AWS_SECRET_ACCESS_KEY: 's3cret', GITHUB_TOKEN: 's3cret', npm_config__auth: 's3cret' }
    expect((await run('env', {}, secrets)).output).not.toContain('s3cret')
    expect((await run('env', { home: 'users' }, secrets)).output).not.toContain('s3cret')
  })

  test("has the user's home when it is setup of the base", async () => {
    const result = await run('touch "$HOME/from-setup"; echo $CI', { home: 'users', ofBase: true })
    expect(result.stdout).toBe('1\n')
    expect(existsSync(join(dir, 'home/from-setup'))).toBe(true)
  })

  test('has a home of its own when it is setup of a draft, and installs packages without running their scripts', async () => {
    const result = await run('touch "$HOME/from-setup"; echo $npm_config_ignore_scripts $npm_config_userconfig', {
      home: 'users',
    })
    expect(result.stdout).toBe(`true ${join(dir, 'home/.npmrc')}\n`)
    expect(existsSync(join(dir, 'home/from-setup'))).toBe(false)
  })

  test("ends with 'timed-out' and leaves nothing running", async () => {
    const token = randomUUID()
    const result = await run('setsid sleep 1000 & sleep 1000', { minutes: 0.001, token })
    expect(result.ending).toEqual({ is: 'timed-out', minutes: 0.001 })
    expect(findProcesses(token, null).pids).toEqual([])
  })

  test("ends with 'output-limit' and shows beginning and end", async () => {
    const result = await run('echo first; yes', { limits: { ...DEFAULT_LIMITS, outputMb: 0.5 } })
    expect(result.ending).toEqual({ is: 'output-limit', megabytes: 0.5 })
    expect(result.output).toMatch(/^first\n[\s\S]*\n… \d+ bytes left out …\n[\s\S]*y\n$/)
  })

  test('gets a new output file each time', async () => {
    const results = await Promise.all([run('echo a'), run('echo a')])
    expect(new Set(results.map(result => result.outputFile)).size).toBe(2)
    expect(new Set(results.map(result => result.outputDigest)).size).toBe(1)
  })
})

test('rooms are opened and closed by the checkout', async () => {
  const all = rooms()
  const room = await all.open(tree('room'))
  expect(room).toEqual({ dir: join(dir, 'room') })
  await all.close(room)
  expect(existsSync(join(dir, 'room'))).toBe(false)
})

describe('the environment', () => {
  test('names the versions a command meets, the platform and the shell', async () => {
    expect(await rooms().environment()).toEqual({
      toolchain: {
        node: expect.stringMatching(/^v\d+\./),
        git: expect.stringMatching(/^git version /),
        platform: process.platform,
        arch: process.arch,
        shell: expect.stringMatching(/\/bash$/),
      },
      sandbox: 'no sandbox (process group only)',
      unprotected: true,
    })
  })

  test('names the versions of compilers that the project uses, so that an upgrade is noticed', async () => {
    mkdirSync(join(dir, 'bin'))
    writeFileSync(join(dir, 'bin', 'go'), '#!/bin/sh\necho "go version go1.99 $1"\n', { mode: 0o755 })
    const world = rooms({ PATH: `${join(dir, 'bin')}:${process.env.PATH}` })
    expect((await world.environment(undefined, ['go'])).toolchain.go).toBe('go version go1.99 version')
    expect((await world.environment()).toolchain).not.toHaveProperty('go')
  })

  test('does not name what is not there', async () => {
    mkdirSync(join(dir, 'bin'))
    chmodSync(join(dir, 'bin'), 0o755)
    const { toolchain } = await rooms({ PATH: join(dir, 'bin') }).environment()
    expect(Object.keys(toolchain).sort()).toEqual(['arch', 'platform', 'shell'])
  })
})
