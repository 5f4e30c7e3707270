import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, processesOf } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'
import { type Left, PseudoTerminal, withoutEscapes } from '../rig/pseudo-terminal.ts'

const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])

/** An agent that says what it does, and then waits to be let go by a file. */
const waiting = (root: string, trap: string) => `#!/bin/sh
cat > /dev/null
${trap}
printf 'thinking\\n\\033[31mhalf way with %s\\033[0m\\n----\\n' "$PM_AGENT_TASK"
while [ ! -e "${root}/go" ]; do sleep 0.05; done
exec sh "${root}/honest.sh" < /dev/null
`

async function project(trap = ''): Promise<{ made: Project; args: string[] }> {
  const made = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(made.root, 'honest.sh'), HONEST_AGENT)
  writeFileSync(join(made.root, 'agent.sh'), waiting(made.root, trap))
  return { made, args: ['run', '--agent', `command:sh ${made.root}/agent.sh`] }
}

const letGo = (user: Project) => writeFileSync(join(user.root, 'go'), '')

/** The alternate screen is left, the cursor is back, lines wrap, and the modes are as they were. */
function expectRestored({ sent, modesBefore, modesAfter }: Left): void {
  expect(sent.match(/\u001b\[\?1049[hl]|\u001b\[\?25[hl]|\u001b\[\?7[hl]/g)?.slice(-3)).toEqual([
    '\u001b[?7h',
    '\u001b[?1049l',
    '\u001b[?25h',
  ])
  expect(modesBefore).not.toBe('')
  expect(modesAfter).toBe(modesBefore)
}

/** What is on the screen after the live view is gone. */
const afterwards = ({ sent }: Left): string => withoutEscapes(sent.slice(sent.lastIndexOf('\u001b[?1049l')))

test('run shows what every agent is doing, and s stops it cleanly and restores the terminal', async () => {
  const { made, args } = await project()
  using user = made
  const terminal = PseudoTerminal.pm(user, args)
  await terminal.shows('› half way with 1')
  const lines = terminal.screen().split('\n')
  expect(lines.length).toBe(24)
  expect(lines[0]).toMatch(/^Many files {2}PLAN\.md {2,}at work {2}\d+ s$/)
  expect(lines[1]).toMatch(/^0 of 2 completed · 1 attempt · cost unknown {2,}pm\/many-files at [0-9a-f]{10}$/)
  expect(lines[3]).toMatch(/^▸ ● 1 {3}Make file 1 +implementing {2}attempt 1 +\d+ s$/)
  expect(lines[5]).toMatch(/^ {2}· 2 {3}Make file 2 {2}\(waits for task 1\) +waiting$/)
  terminal.press('s')
  const left = await terminal.done
  expect(left.code).toBe(130)
  expectRestored(left)
  expect(afterwards(left)).toContain('Next:    pm-agent run continues from here')
  expect(processesOf(user.root)).toEqual([])
  expect((await user.status()).tasks.map(task => task.state)).toEqual(['ready', 'waiting'])
})

test('keys show a task, the log and the help, and the run continues to its normal end', async () => {
  const { made, args } = await project()
  using user = made
  const terminal = PseudoTerminal.pm(user, args)
  await terminal.shows('› half way with 1')
  terminal.press('\r')
  await terminal.shows('Task 1 is being worked on by command')
  await terminal.shows('── output of attempt 1 ──')
  expect(terminal.screen()).toContain('  thinking\n  half way with 1\n')
  terminal.press('\u001b[C')
  await terminal.shows('Task 2 has not started: it needs task 1 (implementing).')
  terminal.press('q')
  await terminal.shows('▸ · 2   Make file 2')
  terminal.press('k')
  await terminal.shows('▸ ● 1   Make file 1')
  terminal.press('l')
  await terminal.shows(/\d\d:\d\d:\d\d {2}1 {4}given to command \(attempt 1\): Make file 1\n+─+\n↑↓ move/)
  terminal.press('?')
  await terminal.shows('stop cleanly')
  terminal.press('\u001b')
  await terminal.shows('› half way with 1')
  letGo(user)
  const left = await terminal.done
  expect(left.code).toBe(0)
  expectRestored(left)
  expect(afterwards(left)).toMatch(/^Result: {2}2 of 2 tasks completed \(2 proven\)/m)
  expect(afterwards(left)).toContain('Merge:   git merge pm/many-files')
})

test('a second Ctrl-C kills what does not listen, and even then the terminal is given back', async () => {
  const { made, args } = await project("trap '' TERM INT HUP")
  using user = made
  const terminal = PseudoTerminal.pm(user, args)
  await terminal.shows('› half way with 1')
  terminal.press('\u0003')
  await terminal.shows(/ stopping\n.*Ctrl-C again/s)
  const again = setInterval(() => terminal.press('\u0003'), 100)
  const left = await terminal.done.finally(() => clearInterval(again))
  expect(left.code).toBe(130)
  expectRestored(left)
  expect(processesOf(user.root)).toEqual([])
})

test.each(['SIGTERM', 'SIGHUP'] as const)('a run that is ended by %s gives the terminal back', async signal => {
  const { made, args } = await project()
  using user = made
  const terminal = PseudoTerminal.pm(user, args)
  await terminal.shows('› half way with 1')
  terminal.kill(signal)
  const left = await terminal.done
  expect(left.code).toBe(130)
  expectRestored(left)
  expect(processesOf(user.root)).toEqual([])
})

test('status --watch shows a run that is driven elsewhere, and leaving it leaves the run alone', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  const first = PseudoTerminal.pm(user, ['status', '--watch'])
  await first.shows('› half way with 1')
  first.press('s')
  await first.shows('pm-agent stop stops it')
  first.press('q')
  const left = await first.done
  expect(left.code).toBe(0)
  expectRestored(left)
  expect(afterwards(left).trim()).toBe('')

  const ended = PseudoTerminal.pm(user, ['status', '--watch'])
  await ended.shows('› half way with 1')
  ended.kill('SIGTERM')
  const told = await ended.done
  expect(told.code).toBe(130)
  expectRestored(told)

  const second = PseudoTerminal.pm(user, ['status', '2', '--watch'])
  await second.shows('Task 2 has not started')
  second.press('\u0003')
  expect((await second.done).code).toBe(0)

  const third = PseudoTerminal.pm(user, ['status', '--watch'])
  await third.shows('› half way with 1')
  letGo(user)
  const finished = await third.done
  expect(finished.code).toBe(0)
  expectRestored(finished)
  expect(afterwards(finished)).toMatch(/ {2}2 +completed \(proven\) {2}Make file 2/)
  expect((await run.done).code).toBe(0)
})

test('status and status --watch notice that pm-agent died, say what to do, and see it go on', async () => {
  const { made, args } = await project()
  using user = made
  const run = user.start(args)
  await run.printed('given to command')
  const here = `by process ${run.pid} on ${hostname()}`
  expect((await user.pm('status')).stdout).toContain(`\nUnder way, ${here}; pm-agent stop stops it.\n`)
  expect((await user.pm()).stdout).toContain('Next: pm-agent status --watch looks on')
  const watching = PseudoTerminal.pm(user, ['status', '--watch'])
  await watching.shows('› half way with 1')
  run.kill('SIGKILL')
  await run.done
  await watching.shows('not running')
  await watching.shows('has died; pm-agent run continues from here')
  const died = `its pm-agent (process ${run.pid} on ${hostname()}) has died`
  expect((await user.pm('status')).stdout).toContain(
    `\nNo process drives this run: ${died}. Nothing is lost.\n  pm-agent run continues from here\n`,
  )
  expect((await user.pm()).stdout).toContain(`${died}. Nothing is lost.\nNext: pm-agent run continues\n`)
  expect(JSON.parse((await user.pm('status', '--json')).stdout).run.driver).toBeNull()
  expect((await user.pm('why', '1')).stdout).toContain(
    'Task 1 was being worked on by command when its pm-agent ended; pm-agent run keeps the files and continues.',
  )

  const again = user.start(args)
  await watching.shows('at work')
  letGo(user)
  expect((await again.done).code).toBe(0)
  expect((await watching.done).code).toBe(0)
  expect(processesOf(user.root)).toEqual([])
})

test('the view follows the size of the terminal', async () => {
  const { made, args } = await project()
  using user = made
  const terminal = PseudoTerminal.pm(user, args)
  await terminal.shows('› half way with 1')
  for (const [columns, rows] of [
    [50, 12],
    [120, 30],
  ] as const) {
    terminal.resize(columns, rows)
    await terminal.shows(new RegExp(`^─{${columns}}$`, 'm'))
    expect(terminal.screen().split('\n').length).toBe(rows)
  }
  terminal.kill('SIGTERM')
  const left = await terminal.done
  expect(left.code).toBe(130)
  expectRestored(left)
})

test('a bug while the view is open is told after the terminal was given back', async () => {
  const { made } = await project()
  using user = made
  const screen = new URL('../../src/surfaces/live/terminal-screen.ts', import.meta.url)
  const program = `const { TerminalScreen } = await import(${JSON.stringify(screen)})
    const screen = new TerminalScreen({ onInput: () => { throw new Error('a bug') }, onResize: () => {} })
    screen.show(['drawn'])`
  const terminal = new PseudoTerminal(user, [process.execPath, '--input-type=module', '--eval', program])
  await terminal.shows('drawn')
  terminal.press('x')
  const left = await terminal.done
  expect(left.code).toBe(1)
  expectRestored(left)
  expect(afterwards(left)).toContain('Error: a bug')
})

test('a terminal that cannot draw gets lines, and --watch says that it needs one that can', async () => {
  const { made, args } = await project()
  using user = made
  letGo(user)
  const dumb = await PseudoTerminal.pm(user, args, { TERM: 'dumb' }).done
  expect(dumb.code).toBe(0)
  expect(dumb.sent).not.toContain('\u001b')
  expect(dumb.sent).toContain('given to command (attempt 1): Make file 1')

  user.write({ 'PLAN.md': PLAN.replace('# Many files', '# More files') })
  writeFileSync(join(user.root, 'agent.sh'), 'exit 1\n')
  expect((await user.pm('run', '--agent', `command:sh ${user.root}/agent.sh`)).code).not.toBe(0)
  const refused = await user.pm('status', '--watch')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toBe(
    'pm-agent: --watch needs a terminal\n  pm-agent log --follow prints what happens, line by line\n',
  )
})
