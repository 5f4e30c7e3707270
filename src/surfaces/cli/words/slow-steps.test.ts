import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { taskId } from '../../../core/plan/ids.ts'
import { type ProofStep, stepWords } from '../../../core/proof/proof-step.ts'
import { SlowSteps } from './slow-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [one, two] = [taskId('1'), taskId('2')]
const step = (at: number): ProofStep => ({ at, of: 4, name: 'test', form: null })

it('says a step that takes a while, and none that is done before that', () => {
  const said: string[] = []
  const slow = new SlowSteps((task, at) => said.push(`task ${task}: ${stepWords(at)}`))
  slow.begin(one, step(1))
  slow.begin(two, step(1))
  vi.advanceTimersByTime(4_000)
  slow.begin(one, step(2))
  slow.end(two)
  vi.advanceTimersByTime(4_000)
  expect(said).toEqual([])
  vi.advanceTimersByTime(4_000)
  expect(said).toEqual(['task 1: proving 2/4: test'])
  slow.begin(one, step(3))
  slow.close()
  vi.advanceTimersByTime(60_000)
  expect(said).toHaveLength(1)
})
