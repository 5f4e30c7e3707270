import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Project, processesOf, start } from '../rig/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }])

/** An agent that waits for a file before it does honest work. */
async function waiting(): Promise<{ made: Project; args: string[]; go: () => void }> {
  const made = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(made.root, 'honest.sh'), HONEST_AGENT)
  writeFileSync(
    join(made.root, 'agent.sh'),
    `cat > /dev/null\nwhile [ ! -e "${made.root}/go" ]; do sleep 0.05; done\nexec sh "${made.root}/honest.sh" < /dev/null\n`,
  )
  return {
    made,
    args: ['run', '--agent', `command:sh ${made.root}/agent.sh`],
    go: () => writeFileSync(join(made.root, 'go'), ''),
  }
}

const outcomes = async (made: Project) => (await made.status()).tasks.map(task => task.outcome)

describe('a run goes on after', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)('%s, which stops it in good order', async signal => {
    const { made, args, go } = await waiting()
    using user = made
    const run = user.start(args)
    await run.printed('given to command')
    run.kill(signal)
    expect((await run.done).code).toBe(130)
    expect(processesOf(user.root)).toEqual([])
    go()
    expect((await user.pm(...args)).code).toBe(0)
    expect(await outcomes(user)).toEqual(['proven', 'proven'])
  })

  test('its reader went away', async () => {
    const { made, args, go } = await waiting()
    using user = made
    // `head` ends after three lines; what is printed next finds nobody.
    const piped = start(
      'bash',
      [
        '-c',
        `set -o pipefail; "${process.execPath}" "${process.argv[1]!.replace(/node_modules.*/, '')}src/main.ts" ${args.map(arg => `'${arg}'`).join(' ')} | head -n 3`,
      ],
      { cwd: user.dir, env: user.env() },
    )
    await piped.printed('base')
    go()
    await piped.done
    expect(processesOf(user.root)).toEqual([])
    expect((await user.pm(...args)).code).toBe(0)
    expect(await outcomes(user)).toEqual(['proven', 'proven'])
  })

  test('pm-agent slept longer than its lease, and nobody took over', async () => {
    const { made, args, go } = await waiting()
    using user = made
    const run = user.start(args)
    await run.printed('given to command')
    run.kill('SIGSTOP')
    const elsewhere = await user.pm('status')
    expect(elsewhere.stdout).toContain('implementing')
    run.kill('SIGCONT')
    go()
    expect((await run.done).code).toBe(0)
    expect(await outcomes(user)).toEqual(['proven', 'proven'])
  })

  test('the repository was moved while it stood still', async () => {
    const { made, args, go } = await waiting()
    using user = made
    const run = user.start(args)
    await run.printed('given to command')
    run.kill('SIGKILL')
    await run.done
    const moved = join(user.root, 'moved')
    renameSync(user.dir, moved)
    go()
    const again = await user.start(args, { cwd: moved }).done
    expect(again.code, again.stdout + again.stderr).toBe(0)
    expect(processesOf(user.root)).toEqual([])
    expect(existsSync(join(moved, '.git', 'pm-agent', 'journal.db'))).toBe(true)
  })
})

test('a state folder that cannot be written is named before anything starts', async () => {
  using user = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  const file = join(user.root, 'not-a-folder')
  writeFileSync(file, '')
  chmodSync(file, 0o444)
  const refused = await user.start(['run', '--agent', 'command:true'], { env: { XDG_STATE_HOME: file } }).done
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot write here')])
  expect(refused.stderr).toContain('XDG_STATE_HOME')
})
