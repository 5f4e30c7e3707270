import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { taskId } from '../../src/core/plan/ids.ts'
import type { Command } from '../../src/core/run/input.ts'
import { decisionLog } from '../../src/core/shown/decision-words.ts'
import type { Agents } from '../../src/ports.ts'
import { simulate } from './simulate.ts'

const ONE = taskId('1')
const told: Command = { type: 'tell-task', task: ONE, by: 'Ada', note: 'use the blue one' }

test('what a human says reaches an agent that can be spoken to while it works, and the journal in any case', async () => {
  const heard: string[] = []
  const { state, broken } = await simulate(
    { seed: 1, tasks: 1, trouble: 0, parallel: 1, crashes: [], human: false },
    (ports, submit) => {
      const agents: Agents = {
        ...ports.agents,
        launch: async (launch, signal, onLaunched) => {
          await submit(launch.run, told)
          const isTold = async () =>
            (await ports.store.read(launch.run)).some(({ event }) => event.type === 'task-told')
          while (!(await isTold())) await setImmediate()
          heard.push('it is launched')
          return ports.agents.launch(launch, signal, onLaunched)
        },
        tell: async (token, words) => {
          heard.push(`${token}: ${words}`)
          return 'now'
        },
      }
      return { ...ports, agents }
    },
  )
  const [attempt] = state.tasks[0]!.attempts
  // Words for whoever is about to be launched wait until it is there.
  expect(heard).toEqual([
    'it is launched',
    expect.stringMatching(`^${attempt!.token}: ## FROM THE HUMAN[^]*\n> use the blue one\n`),
  ])
  expect(decisionLog(state.tasks[0]!)).toEqual([
    'Ada said something to its agent: use the blue one',
    'attempt 1 received it while working',
  ])
  expect(state.tasks[0]!.notes).toEqual(['use the blue one'])
  expect(broken).toEqual([])
})
