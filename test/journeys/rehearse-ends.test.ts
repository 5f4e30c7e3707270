import { watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Stage } from '../rig/projects/rehearsing.ts'
import { PseudoTerminal } from '../rig/pseudo-terminal.ts'

describe('a rehearsal that is interrupted leaves nothing', () => {
  // As fast as told, so that it really hangs.
  const HANGING = 'speed: 1\ndefault: [{ steps: [{ write: { path: a, text: a } }, hang] }]\n'

  test.each(['SIGINT', 'SIGTERM'] as const)('by %s while agents work', async signal => {
    using stage = await Stage.with()
    const run = stage.script(HANGING)
    await run.printed('given to agent (played) (attempt 1): Make file 1')
    run.kill(signal)
    const { code, stdout } = await run.done
    expect(code).toBe(130)
    expect(stdout).toContain('stopping: agents are ended (press Ctrl-C again to kill them at once)')
    expect(stdout).toContain('REHEARSAL over.')
    stage.expectNothingHappened()
  })

  test('by a second Ctrl-C, which kills agents that do not listen', async () => {
    using stage = await Stage.with()
    const run = stage.script(`default: [{ steps: [{ run: "trap '' TERM; echo deaf; sleep 1000; sleep 1000" }] }]\n`)
    await run.printed('given to agent (played) (attempt 1): Make file 1')
    run.kill('SIGINT')
    await run.printed('stopping')
    run.insist('SIGINT')
    expect((await run.done).code).toBe(130)
    stage.expectNothingHappened()
  })

  test('at its very beginning', async () => {
    using stage = await Stage.with()
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const watching = watch(stage.temp, () => resolve())
    const run = stage.script(HANGING)
    await begun
    watching.close()
    run.kill('SIGTERM')
    expect((await run.done).code).toBe(130)
    stage.expectNothingHappened()
  })
})

test('the live view says REHEARSAL on every page, and so does what stays', async () => {
  using stage = await Stage.with()
  writeFileSync(join(stage.user.root, 'script.yaml'), 'default: [{ steps: [{ print: half way }, hang] }]\nspeed: 1\n')
  const args = ['run', '--rehearse', join(stage.user.root, 'script.yaml')]
  const terminal = PseudoTerminal.pm(stage.user, args, { TMPDIR: stage.temp })
  await terminal.shows('› half way')
  expect(terminal.screen().split('\n')[0]).toMatch(/^REHEARSAL {2}Many files {2}PLAN\.md {2,}at work/)
  terminal.press('l')
  await terminal.shows(/^REHEARSAL {2}Many files[\s\S]*given to agent \(played\)/)
  terminal.press('s')
  const left = await terminal.done
  expect(left.code).toBe(130)
  expect(left.sent.slice(left.sent.lastIndexOf('\u001b[?1049l'))).toContain('REHEARSAL over.')
  stage.expectNothingHappened()
})

describe('nonsensical options are refused', () => {
  test.each([
    [['--rehearse', '--agent', 'claude'], '--rehearse and --agent cannot be used together'],
    [['--rehearse', '--dry-run'], '--rehearse and --dry-run cannot be used together'],
    [['--rehearse', 'no-such.yaml'], '--rehearse: no-such.yaml cannot be read (ENOENT)'],
    [
      ['PLAN.md', '--rehearse', 'README.md'],
      '--rehearse README.md: a script is a file that ends in .yaml, .yml or .json',
    ],
    [['--rehearse', '--only', '9'], '--only: there is no task 9'],
  ])('run %s', async (args, words) => {
    using stage = await Stage.with()
    const { code, stderr } = await stage.start(...args).done
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
    stage.expectNothingHappened()
  })

  test('and so is a missing temporary folder', async () => {
    using stage = await Stage.with()
    const env = { TMPDIR: join(stage.user.root, 'nowhere') }
    const { code, stderr } = await stage.user.start(['run', '--rehearse'], { env }).done
    expect([code, stderr]).toEqual([2, expect.stringContaining('the temporary folder cannot be used')])
    stage.expectNothingHappened()
  })

  test('and a bad script with all of its problems and their lines', async () => {
    using stage = await Stage.with()
    const { code, stderr } = await stage.script('tasks:\n  1:\n    - gats: {}\n    - gates: { test: faild }\n').done
    expect(code).toBe(2)
    expect(stderr.replaceAll(stage.user.root, '')).toBe(
      `pm-agent: /script.yaml:3:7: there is no "gats" in tasks.1.0
  did you mean "gates"?
  /script.yaml:4:22: tasks.1.1.gates.test: expected one of passed, failed, environment, no-tests, known-failure, unproven
    did you mean "failed"?
`,
    )
    stage.expectNothingHappened()
  })
})
