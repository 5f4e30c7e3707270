import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesOf } from '../rig/project.ts'
import { goodWork, openLive, planOf, write } from './rig.ts'

const DONE = { text: 'All done.' }
const TOUCH = 'touch "$HOME/started-by-the-repository"'

test('the model writes code and tests, and both tasks are completed as proven', async () => {
  const report = { status: 'success', summary: 'sum is there', learnings: ['sums are 42'] }
  await using live = await openLive(
    {
      1: [goodWork('sum'), { use: [write('.pm-agent/result.json', JSON.stringify(report))] }, DONE],
      2: [
        goodWork('product'),
        { use: [{ Bash: { command: 'node --test && git add --all && git commit --quiet --message its-own' } }] },
        DONE,
      ],
    },
    {
      'PLAN.md': planOf('sum', 'product'),
      // What a repository brings along starts nothing.
      '.claude/settings.json': JSON.stringify({
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: TOUCH }] }] },
      }),
      '.mcp.json': JSON.stringify({ mcpServers: { own: { command: 'sh', args: ['-c', TOUCH] } } }),
    },
  )
  const run = await live.start().done
  expect(run.stderr).toBe('')
  expect(run.code).toBe(0)

  const status = await live.project.status()
  expect(status.tasks.map(task => [task.id, task.state, task.outcome, task.attempts])).toEqual([
    ['1', 'completed', 'proven', 1],
    ['2', 'completed', 'proven', 1],
  ])
  expect(await live.project.show(status.run.branch, 'src/product.js')).toBe('export const product = 42\n')
  expect(await live.project.git('log', '--format=%s', `main..${status.run.branch}`)).not.toContain('its-own')
  const claimed = async (task: string) => JSON.parse((await live.project.pm('show', task, '--json')).stdout).claimed
  expect(await claimed('1')).toMatchObject({ status: 'success', summary: 'sum is there' })
  expect(await claimed('2')).toMatchObject({
    status: 'success',
    summary: '(no result file; its last words) All done.',
  })
  expect(live.model.requests.map(request => request.task)).toEqual(['1', '1', '1', '2', '2', '2'])
  expect(existsSync(join(live.project.home, 'started-by-the-repository'))).toBe(false)
  expect(live.model.strange).toEqual([])
  expect(processesOf(live.project.root)).toEqual([])
})

test('a claim without work is sent back in the same session, where the work is then done', async () => {
  await using live = await openLive({ 1: [{ text: 'I have added sum, all tests pass.' }, goodWork('sum'), DONE] })
  const run = await live.start().done
  expect(run.stdout).toContain('The agent said "success", and no file was changed.')
  expect(run.code).toBe(0)

  const [task] = (await live.project.status()).tasks
  expect([task!.state, task!.outcome, task!.attempts]).toEqual(['completed', 'proven', 2])
  const [first, second] = live.model.requests
  const prompts = (text: string) => text.match(/## TASK/g)?.length
  expect(prompts(first!.conversation)).toBe(1)
  // The second launch holds the whole of the first: its prompt, what the model answered, and what was flagged.
  expect(prompts(second!.conversation)).toBe(2)
  expect(second!.conversation).toContain('I have added sum, all tests pass.')
  expect(second!.conversation).toContain('## WHAT FAILED')
  expect(live.model.strange).toEqual([])
})

test('a write outside the workspace is denied, noted, and does no harm', async () => {
  const outside = join(tmpdir(), `outside-${randomUUID()}.txt`)
  await using live = await openLive({ 1: [{ use: [write(outside, 'x')] }, goodWork('sum'), DONE] })
  expect((await live.start().done).code).toBe(0)

  const status = await live.project.status()
  expect(status.tasks[0]).toMatchObject({ state: 'completed', outcome: 'proven', attempts: 1 })
  expect(live.model.requests[1]!.conversation).toContain('requested permissions to write')
  const issues = await live.project.show(status.run.branch, '.dev/specs/sums/context/issues.md')
  expect(issues).toContain(`permission was denied: Write ${outside}`)
  expect(existsSync(outside)).toBe(false)
})

test('an agent that was let change nothing is in trouble, and is not believed', async () => {
  await using live = await openLive(
    { 1: [{ use: [write('/outside-of-everything.txt', 'x')] }, DONE, goodWork('sum'), DONE] },
    { 'pm-agent.yaml': 'limits: { relaunches: 1, fixes: 0 }\n' },
  )
  const run = await live.start().done
  expect(run.stdout).toContain(
    'launched again: it ended with an error of its own: everything it wanted to change was denied: Write /outside-of-everything.txt',
  )
  expect(run.code).toBe(0)
  expect((await live.project.status()).tasks[0]).toMatchObject({ outcome: 'proven', attempts: 2 })
  expect(existsSync('/outside-of-everything.txt')).toBe(false)
})
