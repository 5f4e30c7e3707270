import { chmodSync, cpSync, existsSync, globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { Moment } from '../rig/core/at-a-moment.ts'
import { processesOf, start } from '../rig/projects/project.ts'
import { PseudoTerminal } from '../rig/pseudo-terminal.ts'

const gone = (pid: number) => expect.poll(() => existsSync(`/proc/${pid}/stat`), { timeout: 20_000 }).toBe(false)

describe('a run continues after', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s, which stops it in good order', async signal => {
    using moment = await Moment.prepare()
    const run = await moment.start()
    run.kill(signal)
    expect((await run.done).code).toBe(130)
    expect(processesOf(moment.user.root)).toEqual([])
    await moment.expectGoesOn()
  })

  test('a second Ctrl-C, which kills an agent that does not listen', async () => {
    using moment = await Moment.prepare({ first: () => "trap '' TERM INT HUP" })
    const run = await moment.start()
    run.kill('SIGINT')
    await run.printed('stopping')
    run.insist('SIGINT')
    expect((await run.done).code).toBe(130)
    expect(processesOf(moment.user.root)).toEqual([])
    await moment.expectGoesOn()
  })

  test('a kill in the middle of an attempt', async () => {
    using moment = await Moment.prepare()
    const run = await moment.start()
    run.kill('SIGKILL')
    await run.done
    await moment.expectGoesOn()
  })

  test('its terminal was closed', async () => {
    using moment = await Moment.prepare()
    const terminal = PseudoTerminal.pm(moment.user, moment.args)
    await terminal.shows('implementing')
    await moment.isHalfDone()
    await gone(terminal.close())
    expect(processesOf(moment.user.root)).toEqual([])
    await moment.expectGoesOn()
  })

  test('its reader went away', async () => {
    using moment = await Moment.prepare()
    const { user, args } = moment
    const main = `${process.argv[1]!.replace(/node_modules.*/, '')}src/main.ts`
    const words = args.map(arg => `'${arg}'`).join(' ')
    // `head` ends after six lines; what is printed next finds nobody.
    const piped = start('bash', ['-c', `set -o pipefail; "${process.execPath}" "${main}" ${words} | head -n 6`], {
      cwd: user.dir,
      env: user.env(),
    })
    await piped.printed('base')
    moment.letGo()
    await piped.done
    expect(processesOf(user.root)).toEqual([])
    expect((await user.pm(...args)).code).toBe(0)
    expect((await user.status()).tasks.map(task => task.outcome)).toEqual(['proven', 'proven'])
    expect(stateOfFiles(user.dir)).toEqual(moment.before)
  })

  test('the repository was moved while it was stopped: the agent’s work is found again', async () => {
    using moment = await Moment.prepare()
    const run = await moment.start()
    run.kill('SIGKILL')
    await run.done
    const moved = join(moment.user.root, 'moved')
    renameSync(moment.user.dir, moved)
    await moment.expectGoesOn(moved)
    expect(globSync(join(moment.user.root, 'state/pm-agent/*'))).toHaveLength(1)
  })

  test('the repository was moved while it ran', async () => {
    using moment = await Moment.prepare()
    const run = await moment.start()
    const moved = join(moment.user.root, 'moved')
    renameSync(moment.user.dir, moved)
    moment.endNow()
    const stood = await run.done
    expect([stood.code, stood.stderr]).toEqual([2, expect.stringContaining('is not there any more')])
    expect(stood.stderr).toContain(moment.user.dir)
    expect(stood.stderr).not.toMatch(/^\s+at /m)
    expect(processesOf(moment.user.root)).toEqual([])
    await moment.expectGoesOn(moved)
  })
})

test('a copy of a repository does not share the workspaces of the original', async () => {
  using moment = await Moment.prepare()
  const run = await moment.start()
  run.kill('SIGINT')
  await run.done
  const copy = join(moment.user.root, 'copy')
  cpSync(moment.user.dir, copy, { recursive: true, preserveTimestamps: true })
  moment.letGo()
  expect((await moment.pm(moment.args, copy).done).code).toBe(0)
  expect((await moment.user.status()).tasks.map(task => task.outcome)).toEqual([null, null])
  expect((await moment.user.pm('clean', '--all')).code).toBe(0)
  expect(globSync(join(moment.user.root, 'state/pm-agent/*'))).toHaveLength(1)
})

describe('a place that cannot be written is named before anything starts:', () => {
  test('a state folder that is no folder', async () => {
    using moment = await Moment.prepare()
    const file = join(moment.user.root, 'not-a-folder')
    writeFileSync(file, '')
    const refused = await moment.user.start(moment.args, { env: { XDG_STATE_HOME: file } }).done
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot write here')])
    expect(refused.stderr).toContain('XDG_STATE_HOME')
    expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
  })

  test('a home that is read-only, and the run begins when the state folder is elsewhere', async () => {
    using moment = await Moment.prepare()
    const { user } = moment
    const home = join(user.root, 'sealed')
    mkdirSync(home)
    chmodSync(home, 0o555)
    // Root may write everywhere; only without its rights a mode means something.
    const env = user.env({ HOME: home, XDG_STATE_HOME: '' })
    const drop = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
    const main = `${process.argv[1]!.replace(/node_modules.*/, '')}src/main.ts`
    const program = [...drop, process.execPath, main, ...moment.args]
    const refused = await start(program[0]!, program.slice(1), { cwd: user.dir, env }).done
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`cannot write here: EACCES`)])
    expect(refused.stderr).toContain(home)
    expect(refused.stderr).toContain('XDG_STATE_HOME')
    expect(stateOfFiles(user.dir)).toEqual(moment.before)
    moment.letGo()
    const elsewhere = { ...env, XDG_STATE_HOME: join(user.root, 'state') }
    const ended = await start(program[0]!, program.slice(1), { cwd: user.dir, env: elsewhere }).done
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect(stateOfFiles(user.dir)).toEqual(moment.before)
  })
})
