import { blockerLines } from '../../../core/decisions/blockers.ts'
import { RELEASE_QUESTION } from '../../../core/handover/release-words.ts'
import { deciderName } from '../../../core/journal/decider.ts'
import { shortCommit } from '../../../core/plan/ids.ts'
import { claimWords, unprovenClaims } from '../../../core/proof/claims.ts'
import { flakyWords } from '../../../core/proof/flaky-check.ts'
import { headline } from '../../../core/proof/receipt.ts'
import { findingWords } from '../../../core/release/final-review-view.ts'
import { JUDGE_OFF } from '../../../core/review/planned-looks.ts'
import type { RunState } from '../../../core/run/state.ts'
import { type BranchStanding, standingHints, standingWords } from '../../../core/shown/branch-standing.ts'
import { recordOf } from '../../../core/shown/record.ts'
import { type RunHead, type RunView, type TaskView, titleWords, viewRun } from '../../../core/shown/view.ts'
import { dollars } from '../../../core/text/dollars.ts'
import { plural } from '../../../core/text/lists.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { Driver } from '../../../ports.ts'
import { type DocumentsInTheWay, mergeCommand } from '../run/merge-command.ts'
import { paint, type Terminal } from '../terminal.ts'
import { driverLines } from './driver-words.ts'
import { escalationLines, planQuestionLines } from './question-words.ts'
import type { TreeRow } from './task-tree.ts'

const COLOURS: Readonly<Record<string, 'green' | 'yellow' | 'red' | 'bold' | 'dim'>> = {
  completed: 'green',
  implementing: 'bold',
  testing: 'bold',
  landing: 'bold',
  'test-failed': 'yellow',
  escalated: 'red',
  paused: 'red',
  blocked: 'red',
  waiting: 'dim',
  skipped: 'dim',
}

/** The state of a run as lines: one per task, then the open questions. */
export function renderStatus(
  terminal: Terminal,
  view: RunHead,
  driver: Driver,
  { branchLines, rows }: { readonly branchLines: readonly string[]; readonly rows: readonly TreeRow<TaskView>[] },
): readonly string[] {
  const { run } = view
  const idWidth = rows.reduce((width, { task, indent }) => Math.max(width, 2 * indent + task.id.length), 2)
  const stateWidth = rows.reduce((width, { task }) => Math.max(width, shown(task).length), 0)
  const lines = [
    `${run.title} (${run.plan})  ${run.phase}  branch ${run.branch}${run.head ? ` at ${shortCommit(run.head)}` : ''}`,
  ]
  if (run.pull_request) lines[0] += `  pull request #${run.pull_request.number}`
  if (run.cost_usd !== null) lines[0] += `  ${run.cost.words}${budgetWords(run)}`
  for (const { task, indent, hidden } of rows) {
    const word = paint(terminal, COLOURS[task.state] ?? 'bold', shown(task).padEnd(stateWidth))
    const commit = task.commit ? `  ${shortCommit(task.commit)}` : ''
    // The number of tasks inside is in the title already.
    const reason =
      task.reason && task.progress === undefined && task.state !== 'escalated' && task.state !== 'paused'
        ? `  (${task.reason})`
        : ''
    const id = `${'  '.repeat(indent)}${task.id}`.padEnd(idWidth)
    const inside = hidden > 0 ? `  … ${hidden} inside` : ''
    lines.push(`  ${id}  ${word}  ${titleWords(task)}${commit}${reason}${inside}`)
  }
  lines.push(...weakChecks(run).map(words => `  ${paint(terminal, 'yellow', words)}`))
  lines.push(...finalReviewLines(run))
  const driven = driverLines(driver, view)
  if (driven.length > 0) lines.push('', ...driven)
  if (run.paused.length > 0 && run.phase !== 'done') lines.push('', ...run.paused.map(({ words }) => capital(words)))
  if (run.halted) lines.push('', `Halted: ${run.halted.problem}`, ...run.halted.hints.map(hint => `  ${hint}`))
  if (run.unpublished_because) lines.push('', `Not published: ${run.unpublished_because}`)
  if (branchLines.length > 0) lines.push('', ...branchLines)
  for (const escalation of view.escalations) lines.push('', ...escalationLines(escalation.task, escalation))
  for (const question of view.plan_questions) lines.push('', ...planQuestionLines(question))
  const blocked = blockerLines(view.blockers)
  return blocked.length > 0 ? [...lines, '', ...blocked] : lines
}

/** The review of the whole branch, with findings that stay open. */
const finalReviewLines = ({ final_review: review }: RunView['run']): readonly string[] =>
  review === null
    ? []
    : [`  final review: ${review.words}`, ...review.findings.map(finding => `    ${findingWords(finding)}`)]

/** Checks that are worth less than they look. */
const weakChecks = ({ base_checks, flaky, judge }: RunView['run']): readonly string[] => [
  ...(judge === 'off' ? [JUDGE_OFF] : []),
  ...base_checks
    .filter(({ verdict }) => verdict === 'uncontrolled' || verdict === 'environment')
    .map(
      gate => `${gate.gate} ${gate.verdict === 'uncontrolled' ? 'is uncontrolled' : 'did not run'}: ${headline(gate)}`,
    ),
  ...(flaky.length > 0 ? [`${plural(flaky.length, 'flaky check')}: ${flaky.map(flakyWords).join('; ')}`] : []),
]

const budgetWords = ({ cost }: RunView['run']): string =>
  cost.budget_usd === null ? '' : ` of ${dollars(cost.budget_usd)}`

const capital = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`

/** `completed (proven, approved by Ada)`. */
function shown({ state, outcome, decisions = [] }: RunView['tasks'][number]): string {
  if (!outcome) return state
  const by = (as: string) => [
    ...new Set(
      decisions
        .filter(decision => decision.as === as)
        .map(({ by: name, weak }) => deciderName(weak ? { by: name, weak } : { by: name })),
    ),
  ]
  const waived = outcome === 'waived' ? ` by ${by('waived').join(', ')}` : ''
  const approved = by('approved').length > 0 ? `, approved by ${by('approved').join(', ')}` : ''
  return `${state} (${outcome}${waived}${approved})`
}

/** The last lines of a run: result by outcome, branch, how to inspect, merge and discard it. */
export function renderEnd(
  state: RunState,
  options: {
    readonly inTheWay: DocumentsInTheWay
    readonly vaultDir: string
    readonly merged?: boolean
    readonly standing?: BranchStanding
    /** Only the result: the repository is deleted. */
    readonly noAdvice?: boolean | undefined
  },
): readonly string[] {
  const whole = viewRun(state)
  const view = { ...whole, tasks: whole.tasks.filter(({ group }) => !group) }
  const count = (word: string) => view.tasks.filter(task => task.state === word).length
  const outcomes = ['proven', 'waived', 'unverified', 'existed']
    .map(word => [word, view.tasks.filter(task => task.outcome === word).length] as const)
    .filter(([, n]) => n > 0)
  // The most important state first; anything else about the task comes after it.
  const first = ['escalated', 'paused', 'blocked', 'skipped', 'waiting', 'ready', 'test-failed']
  const others = [...new Set([...first, ...view.tasks.map(task => task.state)])]
    .filter(word => word !== 'completed')
    .map(word => [word, count(word)] as const)
    .filter(([, n]) => n > 0)
  const attempts = view.tasks.reduce((sum, task) => sum + task.attempts, 0)
  const claims = claimWords(unprovenClaims(state))
  const counts = [...outcomes, ...others].map(([word, n]) => `${n} ${word}`).join(', ')
  const { branch, base, head, final_review: review } = view.run
  const lines = [
    `Result:  ${count('completed')} of ${plural(view.tasks.length, 'task')} completed (${counts}); ${plural(attempts, 'attempt')}, ${claims}`,
  ]
  if (review)
    lines.push(`Review:  ${review.words}`, ...review.findings.map(finding => `         ${findingWords(finding)}`))
  if (options.noAdvice) return lines
  if (head) lines.push(`Branch:  ${branch} at ${shortCommit(head)}${whereWords(view.run.published, options.standing)}`)
  if (head && state.unpublished) lines.push(`Get it:  ${gettingIt(state, options.vaultDir)}`)
  const { standing = { is: 'as-published' } } = options
  const words = standingWords(branch, standing)
  if (words !== null)
    lines.push(
      `Note:    ${words}`,
      ...standingHints(state, standing, shellWord(options.vaultDir)).map(hint => `         ${hint}`),
    )
  if (head && view.run.published && standing.is !== 'deleted') {
    lines.push(
      `Look:    git log --stat ${base ? `${shortCommit(base)}..` : ''}${branch}    pm-agent show TASK    pm-agent status`,
    )
    if (state.finished && options.merged)
      lines.push(`Merged:  your branch has it; git branch -d ${branch} takes the name away`)
    else if (state.finished) lines.push(`Merge:   ${mergeCommand(branch, options.inTheWay)}`)
    if (!options.merged) lines.push(`Discard: git branch -D ${branch}; pm-agent run --anew then starts over`)
  }
  const record = recordOf(state)
  if (record) lines.push(`Records: pm-agent records    (reviews, context and ticks are not on the branch: ${record})`)
  if (!state.finished)
    lines.push(
      view.escalations.length > 0
        ? `Next:    ${answerWords(view)}; then pm-agent run`
        : 'Next:    pm-agent run continues from here',
    )
  return lines
}

/** The way to answer the open questions: that of the release is not about a task, which `review` would present. */
const answerWords = ({ escalations }: RunView): string =>
  escalations.every(({ task }) => task === RELEASE_QUESTION)
    ? 'answer the question of the release gate above'
    : 'pm-agent review presents each open question and takes your decision'

function whereWords(isPublished: boolean, standing: BranchStanding | undefined): string {
  if (standing?.is === 'deleted') return ' (not in your repository any more)'
  return isPublished ? '' : ' (not in your repository yet)'
}

/** The command that fetches an unpublished branch, without moving any existing one. */
function gettingIt({ opened: { branch }, plan, unpublished }: RunState, vaultDir: string): string {
  const vault = shellWord(vaultDir)
  return unpublished?.reason === 'not-writable'
    ? `git clone --branch ${branch} ${vault} ${plan.id}`
    : `git fetch ${vault} ${branch}:${branch}-unpublished`
}
