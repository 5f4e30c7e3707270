import { readFileSync } from 'node:fs'
import { deciderName } from '../../../core/journal/decider.ts'
import { launchCosts, moneyWords, together } from '../../../core/money/cost.ts'
import { shortCommit, shortReceipt } from '../../../core/plan/ids.ts'
import { headline } from '../../../core/proof/receipt.ts'
import type { MandatoryGate } from '../../../core/review/mandatory-gates.ts'
import { tierReviewOf } from '../../../core/review/tier-review.ts'
import { tierReviewWords } from '../../../core/review/tier-review-words.ts'
import { type Attempt, draftOf, lastAttempt, type RunState, type TaskRun } from '../../../core/run/state.ts'
import { kindWords, renderReview } from '../../../core/shown/bookkeeping.ts'
import { explain, type SeenState } from '../../../core/shown/explain.ts'
import { type CriterionView, viewAttempt, viewTaskInFull } from '../../../core/shown/view.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { type SentPrompt, sentPrompts } from '../../../core/told/sent-prompts.ts'
import type { Vault } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { pickTask, readRun, seenBy } from '../reading.ts'
import { standingLines, usersBranch } from '../run/merged.ts'
import { attemptLines, blindLines } from '../words/attempt-page.ts'
import { gateLine } from '../words/gate-line.ts'
import { printLines } from '../words/printed-lines.ts'
import { proofLines } from '../words/proof-lines.ts'
import { escalationLines } from '../words/question-words.ts'

export interface ShowOptions {
  readonly run?: string
  readonly json?: boolean
  readonly prompt?: boolean
  /** Of which attempt; the last one by default. */
  readonly attempt?: string | undefined
  /** Everything that the command of this gate printed. */
  readonly output?: string
  /** What only this role was told. */
  readonly role?: string
  readonly diff?: boolean
  readonly review?: boolean
  readonly tests?: boolean
}

/** `show TASK`: everything about one task. */
export async function show(context: Context, task: string, options: ShowOptions): Promise<number> {
  const { state, driver, store } = await readRun(context, options)
  store.close()
  const run = pickTask(state, task)
  if (options.prompt) return showPrompts(context, run, options)
  if (options.output !== undefined) return showOutput(context, run, options.output, options)
  if (options.diff) return showDiff(context, run, options)
  if (options.review) return showReview(context, state, run)
  if (options.tests) return showTests(context, run, options)
  if (options.attempt !== undefined) return showAttempt(context, run, options)
  if (options.json) context.terminal.print(jsonText(viewTaskInFull(state, run), 2))
  else {
    const branch = standingLines(context, state, await usersBranch(context, state))
    const about = lines(state, run, seenBy(driver))
    printLines(context.terminal, ...about, ...(branch.length > 0 ? ['', ...branch] : []))
  }
  return EXIT.done
}

/** Alone a prompt is printed exactly as it was sent; of several each is named. */
function showPrompts(context: Context, run: TaskRun, { attempt: named, role, json }: ShowOptions): number {
  const { id } = run.task
  attemptOf(run, { attempt: named })
  const all = sentPrompts(run).filter(({ attempt }) => named === undefined || String(attempt) === named)
  const sent = all.filter(prompt => role === undefined || prompt.role === role)
  if (sent.length === 0)
    throw new Problem(`no ${role} was asked about task ${id}`, [
      `asked were: ${[...new Set(all.map(prompt => prompt.role))].join(', ')}`,
    ])
  if (json) {
    const views = sent.map(({ isAtWork, ...prompt }) => ({ ...prompt, at_work: isAtWork }))
    context.terminal.print(jsonText(views, 2))
    return EXIT.done
  }
  const shown = sent.filter(({ attempt }) => attempt === sent.at(-1)!.attempt)
  for (const prompt of shown) {
    if (shown.length > 1) context.terminal.print(`──── ${titleOf(prompt)} ────`)
    context.terminal.print(prompt.text)
  }
  return EXIT.done
}

const titleOf = ({ attempt, role, agent, isAtWork }: SentPrompt): string =>
  `attempt ${attempt}, ${role} (${agent})${isAtWork ? ', while it worked' : ''}`

/** The attempt that is meant: the one that was named, else the last one. */
function attemptOf(run: TaskRun, { attempt: named }: ShowOptions): Attempt {
  const { id } = run.task
  const found = named === undefined ? lastAttempt(run) : run.attempts.find(({ number }) => String(number) === named)
  if (found) return found
  if (run.attempts.length === 0)
    throw new Problem(`no agent has been asked about task ${id} yet`, [`pm-agent why ${id} says why`])
  const last = run.attempts.length
  throw new Problem(`task ${id} has no attempt ${named}`, [
    last === 1 ? 'its only attempt is 1' : `its attempts are 1 to ${last}`,
  ])
}

export async function showDiff(context: Context, run: TaskRun, options: ShowOptions): Promise<number> {
  const diff = await diffOf(context, attemptOf(run, options))
  if (diff === null) throw new Problem(`there are no files of task ${run.task.id} yet`, [`pm-agent why ${run.task.id}`])
  context.terminal.print(diff)
  return EXIT.done
}

async function showAttempt(context: Context, run: TaskRun, options: ShowOptions): Promise<number> {
  const attempt = attemptOf(run, options)
  const diff = await diffOf(context, attempt)
  if (options.json) context.terminal.print(jsonText({ ...viewAttempt(run, attempt), diff }, 2))
  else for (const line of attemptLines(run, attempt, diff)) context.terminal.print(line)
  return EXIT.done
}

export function showOutput(context: Context, run: TaskRun, name: string, options: ShowOptions): number {
  const attempt = attemptOf(run, options)
  const gates = attempt.receipt?.gates.filter(gate => gate.outputFile !== null) ?? []
  const file = gates.findLast(({ gate }) => gate === name)?.outputFile
  if (!file)
    throw new Problem(`no output of ${name} is known for attempt ${attempt.number} of task ${run.task.id}`, [
      gates.length === 0
        ? 'none of its gates ran a command'
        : `gates with an output: ${gates.map(({ gate }) => gate).join(', ')}`,
    ])
  try {
    context.terminal.print(readFileSync(file, 'utf8').trimEnd())
  } catch {
    throw new Problem(`${file} no longer exists: pm-agent clean removes outputs`, [
      `pm-agent show ${run.task.id} --attempt ${attempt.number} has the lines that matter`,
    ])
  }
  return EXIT.done
}

/** What an attempt changed, as a patch; null where it left no files. */
async function diffOf(context: Context, attempt: Attempt): Promise<string | null> {
  const draft = draftOf(attempt)
  if (!draft) return null
  const vault = await vaultOf(context)
  return vault.patch(await vault.treeOf(draft.base), draft.tree)
}

async function vaultOf(context: Context): Promise<Vault> {
  const [{ findPlaces }, { openVault }] = await Promise.all([
    import('../places/places.ts'),
    import('../../../adapters/git/vault.ts'),
  ])
  const places = await findPlaces(context)
  return openVault({ vaultDir: places.vaultDir, userRepo: places.repository })
}

/** The tests of the tester that ran on an attempt; for people only. */
async function showTests(context: Context, run: TaskRun, options: ShowOptions): Promise<number> {
  const attempt = attemptOf(run, options)
  const blind = attempt.receipt?.blind
  if (!blind)
    throw new Problem(`no tests of a tester ran on attempt ${attempt.number} of task ${run.task.id}`, [
      `pm-agent show ${run.task.id} --attempt ${attempt.number} shows its gates`,
    ])
  const vault = await vaultOf(context)
  const files = await Promise.all(
    blind.paths.map(async path => ({ path, text: await vault.readText(blind.tree, path) })),
  )
  if (options.json) context.terminal.print(jsonText({ ...blind, files }, 2))
  else for (const line of blindLines(blind, files)) context.terminal.print(line)
  return EXIT.done
}

/** The review as it is kept, from the journal: the same wherever the file is. */
function showReview(context: Context, state: RunState, run: TaskRun): number {
  if (!lastAttempt(run)?.receipt)
    throw new Problem(`task ${run.task.id} was not checked in this run`, [`pm-agent why ${run.task.id}`])
  context.terminal.print(renderReview(state, run.task.id).trimEnd())
  return EXIT.done
}

/** What it asks for, what was seen of it, and where. */
function criterionLines({ verdict, text, command, evidence, places, places_by }: CriterionView): readonly string[] {
  const room = ' '.repeat(11)
  const where = places_by === 'judge' ? 'cited:' : 'in the change:'
  return [
    `  ${verdict.padEnd(8)} ${text}`,
    ...(evidence === null ? [] : [`${room}${command === null ? '' : `${command}: `}${evidence}`]),
    ...(places.length > 0 ? [`${room}${where} ${places.join(', ')}`] : []),
  ]
}

/** The six gates and the definition of done, one line each with the first evidence. */
function mandatoryLines(gates: readonly MandatoryGate[]): readonly string[] {
  if (gates.length === 0) return []
  const shown = gates.map(({ gate, result, evidence }) => {
    const more = evidence.length > 1 ? ` (and ${evidence.length - 1} more)` : ''
    return `  ${result.replace('-', ' ').padEnd(14)}  ${gate}: ${evidence[0] ?? ''}${more}`
  })
  return ['', 'Mandatory gates:', ...shown]
}

function lines(state: RunState, run: TaskRun, seen: SeenState): readonly string[] {
  const full = viewTaskInFull(state, run)
  const receipt = lastAttempt(run)?.receiptHash
  const review = tierReviewOf(state, run)
  const gates = (lastAttempt(run)?.receipt?.gates ?? []).map(gate => {
    const isWeak = gate.flaky !== undefined || ['uncontrolled', 'known-failure'].includes(gate.verdict)
    const isSaid = gate.gate === 'format' || isWeak || (gate.command === null && gate.verdict !== 'passed')
    const words = isSaid ? `: ${headline(gate)}` : ''
    const excused = gate.excused ? `  (${gate.excused.as} by ${deciderName(gate.excused)})` : ''
    return `${gateLine(gate)}${words}${excused}`
  })
  return [
    `Task ${full.id}: ${full.title}`,
    `${full.state}${full.outcome ? ` (${full.outcome})` : ''}  tier ${full.tier}  kind ${kindWords(run.task)}${full.commit ? `  commit ${shortCommit(full.commit)}` : ''}`,
    ...(full.cost_usd === null ? [] : [`cost ${moneyWords(together(launchCosts(run)))}`]),
    '',
    ...explain(state, run, seen),
    ...(review ? [`Review: ${tierReviewWords(review)}.`] : []),
    ...(full.criteria.length > 0 ? ['', 'Criteria:', ...full.criteria.flatMap(criterionLines)] : []),
    ...mandatoryLines(full.mandatory_gates),
    ...(gates.length > 0 ? ['', `Gates (${lastAttempt(run)?.receipt?.sandbox}):`, ...gates] : []),
    ...(receipt ? [`Receipt ${shortReceipt(receipt)}: decisions about it are bound to this (--seen)`] : []),
    ...proofLines(lastAttempt(run)?.receipt ?? null),
    ...(full.artifacts.length > 0 ? ['', 'Files:', ...full.artifacts.map(path => `  ${path}`)] : []),
    ...(full.claimed ? ['', `Claimed: ${full.claimed.status}; ${full.claimed.summary || 'no summary'}`] : []),
    ...(full.escalation ? ['', ...escalationLines(full.id, full.escalation)] : []),
    '',
    `pm-agent show ${full.id} --attempt N | --diff | --output GATE | --review | --tests | --prompt | --json`,
  ]
}
