/** Why a run does not open or go on, in words. */
import { breaksLine } from '../../../core/journal/seal-break.ts'
import { unreachable } from '../../../core/result.ts'
import { someOf } from '../../../core/text/lists.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { OpenProblem } from '../../../engine/open.ts'
import type { Driver, LeaseHeld } from '../../../ports.ts'
import { Problem } from '../problem.ts'
import { editedPlanProblem } from './edited-plan.ts'
import type { PreparedRun } from './prepare-run.ts'

/** We hold the lease, but the journal contains foreign events. */
export const WRITTEN_BY_OTHERS = new Problem(
  'a program other than pm-agent wrote to the journal of this run, so the run stops: the journal cannot be trusted',
  ['see the last entries: pm-agent log', 'pm-agent run --anew starts over; the plan branch is kept'],
)

/** We were stopped or asleep for so long that another process took the run. */
export const overtaken = (driver: Driver): Problem =>
  driver.is === 'driving'
    ? new Problem(
        `another pm-agent drives this run now: process ${driver.holder.pid} on ${driver.holder.host}. Nothing is lost`,
        ['pm-agent status shows it, pm-agent stop stops it'],
      )
    : new Problem('another pm-agent took this run over while this one did not respond. Nothing is lost', [
        'pm-agent run continues from the recorded state',
      ])

function runIsDriven({ pid, host, silent }: LeaseHeld): Problem {
  if (!silent)
    return new Problem(`this plan is already being run, by process ${pid} on ${host}`, [
      'pm-agent status shows it, pm-agent stop stops it',
    ])
  return new Problem(
    `this plan is already being run, by process ${pid} on ${host}, which is alive but does not respond`,
    [
      'it may only be busy: wait, or look at it with pm-agent status',
      `to end it: kill -9 ${pid}, then pm-agent run continues from the recorded state`,
      'pm-agent run --take-over takes the run from it; its agents are ended and their attempts count as lost',
    ],
  )
}

const NAMED_MAX = 3
const listed = (names: readonly string[]): string => someOf(names, { max: NAMED_MAX })

/** The reason why a run cannot be opened, with ways out. */
export function openProblem(problem: OpenProblem, prepared: PreparedRun): Problem {
  switch (problem.reason) {
    case 'run-is-driven':
      return runIsDriven(problem.holder)
    case 'overtaken':
      return overtaken({ is: 'nobody' })
    case 'no-agent':
      return new Problem('no agent is set', [
        'pm-agent run --agent claude, or --agent command:"node agent.mjs", or in pm-agent.yaml:  agents: { worker: "command:node agent.mjs" }',
        'pm-agent demo shows a run with scripted agents',
      ])
    case 'branch-diverged':
      return new Problem(`${problem.branch} and your HEAD have diverged`, [
        `merge one into the other (git merge ${problem.branch}), or move the old branch away: git branch -m ${problem.branch} ${problem.branch}-old`,
        'pm-agent run --anew starts over from your last commit, and keeps the old branch under another name',
      ])
    case 'branch-held':
      return new Problem(`${problem.branch} is checked out in ${problem.dir}, so a new branch cannot take its place`, [
        `switch to another branch there (git -C ${shellWord(problem.dir)} switch -), then pm-agent run --anew`,
      ])
    case 'journal-altered':
      return new Problem(`the journal differs from what pm-agent wrote: ${breaksLine(problem.breaks)}`, [
        'pm-agent doctor --journal names every place and what you can do',
      ])
    case 'vault-lost':
      return new Problem(`the vault has lost ${problem.branch} and the work that has not landed`, [
        'mv .git/pm-agent .git/pm-agent-lost, then pm-agent run: it continues after the tasks that were published',
        'pm-agent run --anew starts over',
      ])
    case 'nothing-committed':
      return new Problem(
        `nothing is committed here yet, so agents would start in an empty folder, without ${listed(problem.names)}`,
        ['git add --all && git commit --message begin, then pm-agent run again'],
      )
    case 'plan-edited':
      return editedPlanProblem(problem, prepared)
    default:
      return unreachable(problem)
  }
}
