import { type Line, line, rule, segment } from './line.ts'
import type { LiveView, Size } from './live-view.ts'
import { wrapToWidth } from './width.ts'

/** A decision for a human. */
interface Question {
  readonly problem: string
  /** The options, best first. */
  readonly ways: readonly string[]
}

/** Open questions and how to answer them; a third of the screen at most. */
export function questionLines(view: LiveView, { columns, rows }: Size): readonly Line[] {
  const questions = questionsOf(view)
  const room = Math.floor(rows / 3)
  if (questions.length === 0 || room < 3) return []
  const shown: Line[] = [rule('waits for you', columns)]
  for (const [at, question] of questions.entries()) {
    const isLast = at === questions.length - 1
    const left = room - shown.length - (isLast ? 0 : 1)
    if (left < 2) {
      shown.push(line(`  … ${questions.length - at} more; pm-agent status shows them`, 'bad'))
      break
    }
    shown.push(...linesOf(question, columns, Math.min(left, 3)))
  }
  return shown
}

/** The command to answer is never left out. */
function linesOf({ problem, ways }: Question, columns: number, rows: number): readonly Line[] {
  const [way] = ways
  const words = wrapToWidth(`  ${problem}`, columns, 4)
    .slice(0, way === undefined ? rows : rows - 1)
    .map(text => line(text, 'bad'))
  return way === undefined ? words : [...words, [segment('    → '), segment(way, 'strong')]]
}

function questionsOf({ run }: LiveView): readonly Question[] {
  const { halted, unpublished_because: unpublished } = run.run
  return [
    ...(halted ? [{ problem: `Halted: ${halted.problem}`, ways: halted.hints }] : []),
    ...run.escalations.map(({ problem, options, recommended }) => ({
      problem,
      ways: options[recommended] ? [options[recommended].command] : [],
    })),
    ...(unpublished ? [{ problem: `Not published: ${unpublished}`, ways: [] }] : []),
  ]
}
