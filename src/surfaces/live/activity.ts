import { readAnyAgent } from '../../adapters/agents/transcript.ts'
import { readTail } from '../../adapters/process/tail.ts'
import type { TaskId } from '../../core/plan/ids.ts'
import { lastAttempt, type RunState, type TaskRun } from '../../core/run/state.ts'
import { remarkWords } from '../cli/words/remark-words.ts'
import type { Activity } from './live-view.ts'

/** Reads the output of all agents at work, and of the task on screen. */
export async function readActivity(state: RunState, lookedInto: TaskId | null): Promise<ReadonlyMap<TaskId, Activity>> {
  const wanted = state.tasks.filter(run => run.stage.is === 'working' || run.task.id === lookedInto)
  const found = await Promise.all(
    wanted.map(async run => {
      const file = outputFileOf(run)
      return [run.task.id, file ? await readTail(file) : null] as const
    }),
  )
  return new Map(found.flatMap(([id, tail]) => (tail ? [[id, { ...tail, lines: wordsIn(tail.lines) }] as const] : [])))
}

function outputFileOf(run: TaskRun): string | null {
  const attempt = lastAttempt(run)
  return attempt?.ended?.outputFile ?? attempt?.outputFile ?? null
}

function wordsIn(lines: readonly string[]): readonly string[] {
  const agent = readAnyAgent()
  return [...lines.flatMap(agent.read), ...agent.rest()].flatMap(remarkWords)
}
