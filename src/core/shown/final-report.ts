import { RELEASE_QUESTION, releaseResultWords } from '../handover/release-words.ts'
import { filesOfTask, type ReportNotes, reportNotes } from '../handover/report-notes.ts'
import { tokenWords } from '../money/cost.ts'
import { PRICES_OF } from '../money/prices.ts'
import { shortCommit } from '../plan/ids.ts'
import { type Claim, type ClaimWorth, claimWords, unprovenClaims } from '../proof/claims.ts'
import { type FixRate, fixRate, fixRateWords } from '../proof/fix-rate.ts'
import { flakyWords } from '../proof/flaky-check.ts'
import { findingWords } from '../release/final-review-view.ts'
import { allRisks } from '../risk/risks.ts'
import type { RunState } from '../run/state.ts'
import { type Strength, strengthWords } from '../strength/strength.ts'
import { dollars } from '../text/dollars.ts'
import { plural } from '../text/lists.ts'
import { duration } from '../text/time.ts'
import { reportsOf } from '../told/brief.ts'
import { type BranchStanding, standingWords } from './branch-standing.ts'
import { type RiskView, riskViews } from './task-record.ts'
import { type RunView, viewRun } from './view.ts'

/** The report on a run as data, which each surface renders. All of it derives from the journal. */
export interface FinalReport extends ReportNotes {
  readonly plan: string
  readonly title: string
  readonly rehearsal?: true
  readonly result: string
  readonly completed: number
  readonly finished: boolean
  /** Tasks that were accepted without proof, in quick mode. */
  readonly unverified: number
  readonly tasks: readonly {
    readonly id: string
    readonly title: string
    readonly state: string
    readonly outcome: string | null
    readonly attempts: number
    readonly commit: string | null
    readonly strength: Strength | null
  }[]
  readonly claims: readonly Claim[]
  /** Flaky checks. */
  readonly flaky: RunView['run']['flaky']
  readonly commits: number
  readonly files: number
  /** The verdict of the final review, and its findings. */
  readonly review: string
  readonly findings: readonly string[]
  /** The result of the release gate, and the place of the manifest. */
  readonly release: string
  readonly issues: readonly { readonly task: string; readonly text: string }[]
  readonly risks: readonly (RiskView & { readonly task: string; readonly text: string })[]
  readonly cost_usd: number | null
  /** The total, and the cost by purpose. */
  readonly cost: RunView['run']['cost']
  readonly time_ms: number
  readonly agent_time_ms: number
  readonly proof_time_ms: number
  /** The share of fixes that made failed gates pass. */
  readonly fix_rate: FixRate
  readonly escalations: RunView['escalations']
  readonly next: string
}

/** `merged`: the user has merged the work of the run. */
export function finalReport(
  state: RunState,
  { merged = false, standing = { is: 'as-published' } }: { merged?: boolean; standing?: BranchStanding } = {},
): FinalReport {
  const whole = viewRun(state)
  const view = { ...whole, tasks: whole.tasks.filter(({ group }) => !group) }
  const notes = reportNotes(state)
  const attempts = state.tasks.flatMap(run => run.attempts)
  const completed = view.tasks.filter(task => task.state === 'completed')
  const files = new Set(state.tasks.flatMap(run => (run.stage.is === 'completed' ? filesOfTask(run) : [])))
  // Repeated attempts often report the same.
  const noted = (pick: (report: ReturnType<typeof reportsOf>[number]) => readonly string[]) =>
    state.tasks.flatMap(run =>
      [...new Set(reportsOf(run).flatMap(pick))].map(text => ({ task: run.task.id as string, text })),
    )
  return {
    plan: view.run.plan,
    title: view.run.title,
    ...(view.run.rehearsal ? { rehearsal: true } : {}),
    finished: state.finished,
    unverified: completed.filter(task => task.outcome === 'unverified').length,
    result: `${completed.length}/${view.tasks.length} tasks completed`,
    completed: completed.length,
    tasks: view.tasks.map(({ id, title, state: word, outcome, attempts: count, commit, strength }) => ({
      id,
      title,
      state: word,
      outcome,
      attempts: count,
      commit,
      strength,
    })),
    claims: unprovenClaims(state),
    ...notes,
    reservations: [...notes.reservations, ...[standingWords(view.run.branch, standing)].flatMap(words => words ?? [])],
    release: releaseResultWords(state),
    flaky: view.run.flaky,
    commits: completed.filter(task => task.commit !== null).length,
    files: files.size,
    review: reviewOf(state, view),
    findings: (view.run.final_review?.findings ?? []).map(findingWords),
    issues: noted(report => report.issues),
    risks: riskViews(allRisks(state)).map(risk => ({ ...risk, task: risk.source_task, text: risk.description })),
    cost_usd: view.run.cost_usd,
    cost: view.run.cost,
    time_ms: state.lastAt - state.openedAt,
    agent_time_ms: attempts.reduce((sum, attempt) => sum + (attempt.ended?.durationMs ?? 0), 0),
    proof_time_ms: attempts.reduce((sum, attempt) => sum + (attempt.receipt?.durationMs ?? 0), 0),
    fix_rate: fixRate(state),
    escalations: view.escalations,
    next: merged ? mergedStep(view) : nextStep(state, view, standing),
  }
}

/** The verdict as it was: a review that did not happen is never shown as one that passed. */
function reviewOf({ config, finished }: RunState, { run }: RunView): string {
  if (run.final_review) return run.final_review.words
  if (config.quick) return 'none (quick mode)'
  return finished ? 'none (the run ended without one)' : 'not yet: it follows when every task has ended'
}

const mergedStep = ({ run: { branch } }: RunView): string =>
  `nothing is left: your branch has all of it (git branch -d ${branch} and pm-agent clean tidy up)`

function nextStep(state: RunState, view: RunView, standing: BranchStanding): string {
  if (view.run.rehearsal) return 'this was a rehearsal: pm-agent run does it for real'
  if (state.finished && standing.is === 'deleted')
    return `${view.run.branch} was deleted: pm-agent status says how to get it back, pm-agent run --anew starts over`
  if (state.finished)
    return view.run.published
      ? `look at it (git log --stat ${view.run.branch}), then git merge ${view.run.branch}`
      : 'publish the branch: pm-agent run'
  if (view.escalations.length > 0)
    return view.escalations[0]!.task === RELEASE_QUESTION
      ? 'answer what the release gate asks (pm-agent status), then pm-agent run'
      : `answer what is open (pm-agent show ${view.escalations[0]!.task}), then pm-agent run`
  return 'pm-agent run continues'
}

const claimLines = (claims: readonly Claim[], worth: ClaimWorth): readonly string[] =>
  claims
    .filter(claim => claim.worth === worth)
    .map(claim => `task ${claim.task}, attempt ${claim.attempt}: "${claim.claimed}"; ${claim.fact}`)

/** The report as lines for a terminal or a file. `isEnd`: the lines after it give the result and the next step. */
export function reportLines(report: FinalReport, { isEnd = false } = {}): readonly string[] {
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ['', title, ...lines.map(line => `  ${line}`)] : []
  return [
    `${report.rehearsal ? 'REHEARSAL ' : ''}REPORT: ${report.title} (${report.plan})`,
    ...(isEnd ? [] : [`Result:  ${report.result}, ${countWords(report)}, ${claimWords(report.claims)}`]),
    ...list(
      'Tasks:',
      report.tasks.map(
        task =>
          `${task.id}  ${task.outcome ?? task.state}  ${task.title}  (${plural(task.attempts, 'attempt')})${task.commit ? `  ${shortCommit(task.commit)}` : ''}${strengthPart(task.strength)}`,
      ),
    ),
    ...list('False claims:', claimLines(report.claims, 'false')),
    ...list('Claims without evidence yet:', claimLines(report.claims, 'not-shown')),
    ...list('Unclear claims:', claimLines(report.claims, 'unclear')),
    ...list('Approved or waived:', report.waivers),
    ...list('Checks that did not run or do not count:', report.not_run),
    ...list('Scope and size:', report.scope),
    ...list('Reservations:', report.reservations),
    ...list(
      'Flaky:',
      report.flaky.map(seen => `${seen.task === null ? 'base' : `task ${seen.task}`}: ${flakyWords(seen)}`),
    ),
    ...list(
      'Issues:',
      report.issues.map(issue => `task ${issue.task}: ${issue.text}`),
    ),
    ...list(
      'Risks:',
      report.risks.map(risk => `${risk.id} (${riskWords(risk)}): ${risk.text}`),
    ),
    ...list('Findings of the final review:', report.findings),
    '',
    `Review:  ${report.review}`,
    `Release: ${report.release}`,
    `Cost:    ${costWords(report.cost)}`,
    `Time:    ${duration(report.time_ms)} in all; agents ${duration(report.agent_time_ms)}, proof ${duration(report.proof_time_ms)}`,
    ...[fixRateWords(report.fix_rate)].flatMap(words => (words === null ? [] : [`Fixes:   ${words}`])),
    ...(isEnd ? [`Changes: ${countWords(report)}`] : [`Next:    ${report.next}`]),
  ]
}

/** `critical, accepted by Ada: files are small`. */
const riskWords = ({ severity, status, decided_by: by, decision_note: note }: RiskView): string =>
  `${severity}, ${status}${by === undefined ? '' : ` by ${by}: ${note}`}`

function strengthPart(strength: Strength | null): string {
  const words = strengthWords(strength)
  return words === null ? '' : `  strength ${words}`
}

const countWords = ({ commits, files }: FinalReport): string => `${plural(commits, 'commit')}, ${plural(files, 'file')}`

/** `$1.20 of $25.00: build $0.90, judge $0.30; 1.2M in, 30k out`. */
function costWords({ words, usd, budget_usd, by_purpose, tokens, estimate }: FinalReport['cost']): string {
  const parts = Object.entries(by_purpose).flatMap(([purpose, money]) =>
    money.usd === null ? [] : [`${purpose} ${dollars(money.usd)}`],
  )
  const budget = usd !== null && budget_usd !== null ? ` of ${dollars(budget_usd)}` : ''
  const split = parts.length > 0 ? `: ${parts.join(', ')}` : ''
  const used = tokens ? `; ${tokenWords(tokens)}` : ''
  return `${words}${budget}${split}${used}${estimate ? `; prices of ${PRICES_OF.date}, from ${PRICES_OF.source}` : ''}`
}

const RULE = '═'.repeat(59)

/** The report on a quick run, which is short because nothing was proven. */
export const quickReportLines = (report: FinalReport): readonly string[] => [
  RULE,
  `${' '.repeat(20)}ORCHESTRATION ${report.finished ? 'COMPLETE' : 'HALTED'}`,
  RULE,
  '',
  `PLAN: ${report.plan}`,
  'MODE: Local (quick)',
  '',
  `RESULT: ${report.completed}/${report.tasks.length} TODOs completed${report.unverified > 0 ? ` (${report.unverified} unverified)` : ''}`,
  `COMMITS: ${report.commits} commits created`,
  `FILES: ${report.files} files modified`,
  '',
  'ISSUES:',
  ...(report.issues.length > 0 ? report.issues.map(issue => `  task ${issue.task}: ${issue.text}`) : ['  None']),
  RULE,
]
