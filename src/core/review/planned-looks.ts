/** Who will look at work besides its author, as far as the plan and the settings tell before anything runs. */
import type { Task } from '../plan/plan.ts'
import { unreachable } from '../result.ts'
import { plannedTier, type TierReason } from '../risk/tier.ts'
import type { Config, HumanReview } from '../settings/config.ts'
import { judgeOf, reviewerOf } from '../settings/judge.ts'
import { someOf } from '../text/lists.ts'

/** Why a human will look at a task before it lands. */
export type PlannedLook = 'held' | 'far' | Exclude<HumanReview, 'never'>

/** Why a human will look at the work of a task, if its change is as planned; null if no human is asked. */
export function plannedLook(task: Task, config: Config): PlannedLook | null {
  if (task.ticked || task.type === 'verification') return null
  if (task.hold) return 'held'
  const { tier, reasons } = plannedTier(task, config)
  if (reasons.some(reachesFar)) return 'far'
  const review = config.review ?? 'auto'
  switch (review) {
    case 'never':
      return null
    case 'each':
      return 'each'
    case 'critical':
      return tier === 'critical' ? 'critical' : null
    case 'auto':
      return tier === 'critical' && reviewerOf(config) === null ? 'auto' : null
    default:
      return unreachable(review)
  }
}

const reachesFar = (reason: TierReason): boolean => reason.from === 'path' && reason.hold

/** One reason in words, about one task or several. */
export function lookWords(look: PlannedLook, count = 1): string {
  const [it, is] = count === 1 ? ['it', 'is'] : ['they', 'are']
  switch (look) {
    case 'held':
      return `the plan holds ${count === 1 ? 'it' : 'them'}`
    case 'far':
      return `${it} change${count === 1 ? 's' : ''} stored data or infrastructure`
    case 'each':
      return 'every task waits (review: each)'
    case 'critical':
      return 'every critical task waits (review: critical)'
    case 'auto':
      return `${it} ${is} critical, and no reviewer is set`
    default:
      return unreachable(look)
  }
}

const CHANGES: Readonly<Record<PlannedLook, string>> = {
  held: 'without Hold in the plan it lands by itself',
  far: 'sensitive: in pm-agent.yaml excludes paths',
  each: '`--review auto`, `critical` or `never` changes that',
  critical: '`--review auto` or `never` changes that',
  auto: 'agents.reviewer in pm-agent.yaml names a reviewer; `--review never` lets critical work land unseen',
}

/** The tasks that will wait for a look, with the way to change it: one sentence for each reason. */
export function plannedLookNotes(tasks: readonly Task[], config: Config): readonly string[] {
  const found = tasks.flatMap(task =>
    [plannedLook(task, config)].flatMap(look => (look ? [{ look, id: task.id }] : [])),
  )
  return [...new Set(found.map(({ look }) => look))].map(look => {
    const ids = found.filter(one => one.look === look).map(({ id }) => id)
    const names = `${ids.length === 1 ? 'task' : 'tasks'} ${someOf(ids)}`
    return `${names} will wait for your approval before landing: ${lookWords(look, ids.length)} (${CHANGES[look]})`
  })
}

/** The judge of a run in one sentence, where it is off or a coding agent has it by default; null otherwise. */
export function judgeNote(config: Config, tasks: readonly Task[]): string | null {
  if (isJudgeOff(config)) return JUDGE_OFF
  if (config.judge) return null
  const judges = new Set(tasks.flatMap(task => (task.ticked ? [] : (judgeOf(config, task)?.name ?? []))))
  return judges.size > 0
    ? `${[...judges].join(', ')} judges the work of coding agents, in a context of its own (agents.judge names another; judge: never turns it off)`
    : null
}

/** The sentence of every screen of a run without a judge. */
export const JUDGE_OFF = 'the judge is off (judge: never): what no command can check is not examined'

/** Whether a run was set to work without a judge. */
export const isJudgeOff = ({ judging, quick }: Pick<Config, 'judging' | 'quick'>): boolean =>
  judging === 'never' && !quick
