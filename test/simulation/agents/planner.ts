import { parseProposal } from '../../../src/adapters/agents/answers/proposal.ts'
import { parsePlan } from '../../../src/adapters/plan-file/read.ts'
import type { ProposalReading } from '../../../src/core/planning/proposal.ts'
import type { Ending } from '../../../src/core/run/ending.ts'
import type { PlanSource } from '../../../src/engine/edited-plan.ts'
import { hashOf, Random } from '../random.ts'
import { goodSource, type Move } from './behaviour.ts'

const KINDS = ['babbles', 'crashes', 'writes', 'covers-nothing', 'limited', 'cannot-start'] as const
type PlannerKind = (typeof KINDS)[number] | 'plans'

/** How the planner answers in this round; mostly it plans. */
export function plannerOf(seed: number, question: string, round: number, trouble: number): PlannerKind {
  const random = new Random(hashOf(seed, 'planner', question, round))
  return random.chance(trouble / 2) ? random.pick(KINDS) : 'plans'
}

/** Whether the first agent of this task finds it too large, instead of doing it. */
export const findsTooLarge = (seed: number, task: string, attempt: number): boolean =>
  attempt === 1 && new Random(hashOf(seed, 'too large', task)).chance(0.3)

export function plannerEnding(kind: string): Ending {
  if (kind === 'crashes') return { is: 'signalled', signal: 'SIGSEGV' }
  if (kind === 'limited') return { is: 'usage-limit', problem: 'no more today', resetsAt: null }
  if (kind === 'cannot-start') return { is: 'could-not-start', problem: 'no such program' }
  return { is: 'exited', code: 0 }
}

/** Another text with the same lines, and for each criterion a sentence, or a question about every other task. */
function answerAboutWords(question: string, prompt: string): object | null {
  const lines = /\[ \] (\S+)\n[ >]*(.+)\.$/m.exec(prompt)
  if (question.startsWith('rewrite-') && lines) return { text: `[ ] ${lines[1]}\n${lines[2]}, once more.` }
  if (!question.startsWith('clarify-')) return null
  const isClear = hashOf(0, question) % 2 === 0
  return {
    clarity: [{ criterion: 'c1', ...(isClear ? { sentence: 'It says good.' } : { question: 'Good at what?' }) }],
  }
}

/** Two parts for `split-N`, of which the first does what was asked of task N; two tasks for a sketch. */
export function proposalOf(
  kind: PlannerKind,
  { task: question, prompt }: { readonly task: string; readonly prompt: string },
): ProposalReading {
  if (kind === 'babbles') return { is: 'invalid', problem: 'it is not JSON', text: 'well' }
  if (kind !== 'plans' && kind !== 'writes' && kind !== 'covers-nothing') return { is: 'missing' }
  const words = kind === 'covers-nothing' ? null : answerAboutWords(question, prompt)
  if (words) return parseProposal(JSON.stringify(words), 'result.json')
  const split = /^split-(.+)$/.exec(question)?.[1]
  const covers = split !== undefined && kind !== 'covers-nothing' ? ['c1'] : []
  const first = split ?? `${question} one`
  const tasks = [first, `${question} two`].map((source, at) => ({
    id: String(at + 1),
    title: `Make ${source} good`,
    kind: 'feature',
    needs: at === 0 ? [] : ['1'],
    criteria: [{ command: goodSource(source), expect: 'exit 0' }],
    ...(at === 0 && covers.length > 0 ? { covers } : {}),
  }))
  return parseProposal(JSON.stringify({ tasks }), 'result.json')
}

/** A planned task names its sources in its criteria, besides the one that every task has. */
export const alsoAsked = (prompt: string, task: string): readonly Move[] =>
  [...new Set([...prompt.matchAll(/`good ([^`]+)`/g)].map(match => match[1]!))]
    .filter(source => source !== task)
    .map(source => ({ afterMs: 1000, path: `src/${source}`, text: goodSource(source) }))

/** Documents of planners are real ones; the plan of a story is data. */
export const readDocument: PlanSource['readDocument'] = text => parsePlan(text, { path: 'PLAN.md' })
