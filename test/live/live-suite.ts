import { describe, expect, test } from 'vitest'
import { agentContract } from '../rig/agents/agent-contract.ts'
import type { Brought } from '../rig/brought.ts'
import { processesOf } from '../rig/projects/project.ts'
import { liveKit, liveSettings, PLAYED } from './live-kit.ts'
import { playPlanning } from './planning-suite.ts'
import { goodWork, openLive, planOf, write } from './rig.ts'

const DONE = { text: 'All done.' }
const prompts = (conversation: string | undefined) => conversation?.match(/## TASK/g)?.length

const NO_OBJECTION = {
  status: 'VERIFIED',
  acceptance_criteria: { results: [] },
  must_not_do: { violations: [] },
  side_effects: { suspicious_passes: [], undocumented_changes: [], missing_context: [] },
}

/** The usual settings with the default tester and judge: the CLI itself. */
const withReaders = (cli: Brought) => ({
  'pm-agent.yaml': liveSettings(cli)['pm-agent.yaml']!.replace(/^(judge|tester): never\n/gm, ''),
})

/** The contract of all agents and whole runs, with a CLI as it is installed; `more` are checks of this one alone. */
export function playLive(name: string, more: (cli: Brought) => void = () => {}): void {
  for (const { cli, problem } of PLAYED.filter(played => played.cli.name === name)) {
    // Said where everybody looks: what could not be installed has not been shown to work.
    if (problem !== null) test.skipIf(true)(`not run: ${cli.package}@${cli.version}: ${problem}`, () => {})
    else {
      agentContract(liveKit(cli))
      describe(`a run with ${name}`, () => {
        runs(cli)
        playPlanning(cli)
        more(cli)
      })
    }
  }
}

function runs(cli: Brought): void {
  // Who begins anew is told everything in its new prompt, and knows nothing of the one before.
  const { remembers } = liveKit(cli)
  const promptsOnReturn = remembers ? 2 : 1

  test('has a model write code and tests, and both tasks are completed as proven', async () => {
    const report = { status: 'success', summary: 'sum is there', learnings: ['sums are 42'] }
    await using live = await openLive(
      cli,
      {
        1: [goodWork('sum'), { use: [write('.pm-agent/result.json', JSON.stringify(report))] }, DONE],
        2: [
          goodWork('product'),
          { use: [{ run: 'node --test && git add --all && git commit --quiet --message its-own' }] },
          DONE,
        ],
      },
      { 'PLAN.md': planOf('sum', 'product') },
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
    expect([...new Set(live.model.requests.map(request => request.task))]).toEqual(['1', '2'])
    expect(live.strange()).toEqual([])
    expect(processesOf(live.project.root)).toEqual([])
  })

  test('has a tester and a judge in contexts of their own, and the tester knows nothing of the work', async () => {
    const blind = `import assert from 'node:assert/strict'
import { test } from 'node:test'
test('sum is 42', async () => assert.equal((await import('../src/sum.js')).sum, 42))
`
    const result = (answer: object) => ({ use: [write('.pm-agent/result.json', JSON.stringify(answer))] })
    const tests = [{ name: 'sum is 42', sentence: 'title' }]
    await using live = await openLive(
      cli,
      {
        1: [goodWork('sum'), DONE],
        // Tester and judge are told the task as data.
        '> 1': [
          ...[{ use: [write('test/blind.test.js', blind)] }, result({ status: 'WRITTEN', tests }), DONE],
          ...[result(NO_OBJECTION), DONE],
        ],
        // The review of the whole branch.
        '': [result({ verdict: 'SHIP', summary: 'good', findings: [] }), DONE],
      },
      withReaders(cli),
    )
    const run = await live.start().done
    expect(run.code, run.stdout + run.stderr).toBe(0)
    const { history } = JSON.parse((await live.project.pm('show', '1', '--json')).stdout)
    expect(history[0].receipt.gates).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ gate: 'tester', verdict: 'passed' }),
        expect.objectContaining({ gate: 'judge', verdict: 'passed' }),
      ]),
    )
    const ofTester = live.model.requests
      .map(({ conversation }) => conversation)
      .find(text => text.includes('You write tests for task 1'))
    expect(ofTester).not.toContain('export const sum')
    expect(processesOf(live.project.root)).toEqual([])
  })

  test('sends a claim without work back, in the same session where there is one, and the work is then done', async () => {
    await using live = await openLive(cli, {
      1: [{ text: 'I have added sum, all tests pass.' }, goodWork('sum'), DONE],
    })
    const run = await live.start().done
    expect(run.stdout).toContain('The agent said "success", and no file was changed.')
    expect(run.code).toBe(0)

    const [task] = (await live.project.status()).tasks
    expect([task!.state, task!.outcome, task!.attempts]).toEqual(['completed', 'proven', 2])
    const [first, second] = live.model.requests
    expect(prompts(first!.conversation)).toBe(1)
    // The second launch holds the whole of the first: its prompt, what the model answered, and what was flagged.
    expect(prompts(second!.conversation)).toBe(promptsOnReturn)
    expect(second!.conversation.includes('I have added sum, all tests pass.')).toBe(remembers)
    expect(second!.conversation).toContain('## WHAT FAILED')
    expect(live.strange()).toEqual([])
  })

  test('launches an agent that was killed again, in its session where it has one', async () => {
    await using live = await openLive(cli, { 1: [{ use: [{ run: 'true' }] }, { hang: true }, goodWork('sum'), DONE] })
    const run = live.start()
    await live.asked(run, 2)
    for (const found of processesOf(live.project.root)) process.kill(Number.parseInt(found, 10), 'SIGKILL')
    expect((await run.done).code).toBe(0)
    expect((await live.project.status()).tasks[0]).toMatchObject({ outcome: 'proven', attempts: 2 })
    expect(prompts(live.model.requests[2]?.conversation)).toBe(promptsOnReturn)
    expect(processesOf(live.project.root)).toEqual([])
  })

  test('whose pm-agent is killed ends what is left, and is completed by the next one', async () => {
    await using live = await openLive(cli, {
      1: [goodWork('half'), { hang: true }, goodWork('sum'), DONE],
    })
    const life = live.start()
    await live.asked(life, 2)
    life.kill('SIGKILL')
    expect((await life.done).signal).toBe('SIGKILL')

    const run = await live.start().done
    expect(run.code).toBe(0)
    const status = await live.project.status()
    expect(status.tasks[0]).toMatchObject({ state: 'completed', outcome: 'proven', attempts: 2 })
    // It goes on with what was there.
    expect(await live.project.show(status.run.branch, 'src/half.js')).toBe('export const half = 42\n')
    expect(prompts(live.model.requests[2]?.conversation)).toBe(promptsOnReturn)
    expect(live.strange()).toEqual([])
    expect(processesOf(live.project.root)).toEqual([])
  })
}
