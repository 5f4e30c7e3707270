import { textQuestion } from '../../../core/decisions/decision-keys.ts'
import { presentationOf, type ReviewPresentation, waitingTasks } from '../../../core/decisions/presentation.ts'
import { presentationLines } from '../../../core/decisions/presentation-words.ts'
import { releaseQuestion } from '../../../core/handover/release-words.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import { blockers } from '../../../core/proof/receipt.ts'
import { unreachable } from '../../../core/result.ts'
import { lastAttempt, type TaskRun } from '../../../core/run/state.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { takeDecision } from '../decide/decide-task.ts'
import { readPromptAnswer, reviewKeys } from '../decide/review-prompt.ts'
import { EXIT, Problem, printProblem } from '../problem.ts'
import { pickTask, type RunReading, readRun } from '../reading.ts'
import { printLines } from '../words/printed-lines.ts'
import { showDiff, showOutput } from './show.ts'

interface ReviewOptions {
  readonly run?: string | undefined
  readonly json?: true | undefined
}

/** `review [TASK]`: presents a task that waits; at a terminal it takes the decision, and goes on with the next one. */
export async function review(context: Context, task: string | undefined, options: ReviewOptions): Promise<number> {
  const ask = options.json ? undefined : context.ask
  const left = new Set<TaskId>()
  for (;;) {
    const reading = await readRun(context, { run: options.run, write: ask !== undefined })
    try {
      const waiting = waitingTasks(reading.state).map(run => run.task.id)
      const id = task === undefined ? waiting.find(other => !left.has(other)) : pickTask(reading.state, task).task.id
      const run = id === undefined ? null : pickTask(reading.state, id)
      const presented = run && presentationOf(reading.state, run)
      if (options.json) {
        context.terminal.print(jsonText({ waiting, review: presented }, 2))
        return EXIT.done
      }
      if (!presented) {
        const { state } = reading
        const asks = releaseQuestion(state)
          ? ' The release gate has a question for you: pm-agent status'
          : state.halted
            ? ` The run is halted, because ${state.halted.problem}: pm-agent status`
            : ''
        printLines(
          context.terminal,
          `${left.size > 0 ? 'No other task waits for you.' : 'No task waits for you.'}${asks}`,
        )
        return EXIT.done
      }
      printLines(context.terminal, ...presentationLines(presented))
      if (!ask) {
        const others = waiting.filter(other => other !== id)
        if (others.length > 0)
          printLines(context.terminal, `\nAlso waiting: ${others.join(', ')} (pm-agent review TASK)`)
        return EXIT.done
      }
      const outcome = await decideAt(context, ask, reading, { run: run!, presented })
      if (outcome === 'leave' || (task !== undefined && outcome !== 'again')) return EXIT.done
      if (outcome !== 'again') left.add(run!.task.id)
    } finally {
      reading.store.close()
    }
  }
}

/** Asks until something is decided. `again`: the task changed meanwhile, and has to be looked at again. */
async function decideAt(
  context: Context,
  ask: NonNullable<Context['ask']>,
  reading: RunReading,
  { run, presented }: { readonly run: TaskRun; readonly presented: ReviewPresentation },
): Promise<'decided' | 'next' | 'leave' | 'again'> {
  const { terminal } = context
  terminal.print('')
  for (;;) {
    printLines(terminal, { text: reviewKeys(presented), hang: 0 })
    const answer = readPromptAnswer(await ask('> '), presented)
    switch (answer.is) {
      case 'leave':
      case 'next':
        return answer.is
      case 'unclear':
        printLines(terminal, answer.words)
        break
      case 'diff':
        await orProblem(context, () => showDiff(context, run, {}))
        break
      case 'output':
        await orProblem(context, () => showOutput(context, run, answer.gate ?? gateToShow(run), {}))
        break
      case 'decision': {
        const question = textQuestion(answer.decision)
        const text = answer.text || (question === null ? '' : await ask(`${question} `))
        if (text === null) break
        const decision = { named: answer.decision, run, options: { message: text } }
        const said = await orProblem(context, () => takeDecision(context, reading, decision))
        if (said === null) return 'again'
        printLines(terminal, ...said)
        return answer.decision === 'pause' ? 'leave' : 'decided'
      }
      default:
        return unreachable(answer)
    }
  }
}

/** A refusal is printed, and the review goes on. */
async function orProblem<T>({ terminal }: Context, work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    printProblem(terminal, error)
    return null
  }
}

/** The gate whose output matters most: the first that keeps the task from landing, else the first with an output. */
function gateToShow(run: TaskRun): string {
  const receipt = lastAttempt(run)?.receipt
  const withOutput = (gates: readonly { readonly gate: string; readonly outputFile: string | null }[]) =>
    gates.find(({ outputFile }) => outputFile !== null)?.gate
  return receipt ? (withOutput(blockers(receipt)) ?? withOutput(receipt.gates) ?? 'test') : 'test'
}
