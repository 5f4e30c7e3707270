import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parsePlan } from '../../../adapters/plan-file/read.ts'
import { writeChecks } from '../../../adapters/plan-file/write-checks.ts'
import { moneyView, moneyWords, together } from '../../../core/money/cost.ts'
import { changedLines } from '../../../core/text/changed-lines.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import { type Improved, improvePlan, wordyIn } from '../../../engine/planning/improve-plan.ts'
import type { Context } from '../context.ts'
import { findPlan } from '../places/find-plan.ts'
import { nameOf } from '../places/plan-place.ts'
import { workTreeAt } from '../places/working-tree.ts'
import { EXIT, Problem } from '../problem.ts'
import { printLines } from '../words/printed-lines.ts'
import { atDesk, type DeskOptions, type PlanningDesk, plannerOf } from './planning-desk.ts'

interface ImproveOptions extends DeskOptions {
  readonly yes?: boolean | undefined
}

/** `plan --improve [PLAN]`: turns wordy criteria into commands that fail now; shows the difference before it writes. */
export async function improve(context: Context, named: string | undefined, options: ImproveOptions): Promise<number> {
  const asking = options.json || options.yes ? { ...context, ask: undefined } : context
  const { top, branch } = workTreeAt(context.cwd)
  const path = await findPlan(asking, { top, branch, named, command: 'plan --improve' })
  const shown = relative(context.cwd, path) || path
  const text = readFileSync(path, 'utf8')
  const read = (document: string) => parsePlan(document, { path: nameOf(top, path) })
  const { plan, diagnostics } = read(text)
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (!plan || error)
    throw new Problem(`${shown} cannot be improved: ${error?.message ?? 'it has no tasks'}`, [
      `pm-agent check ${shown} says more`,
    ])
  const form = diagnostics.find(({ code }) => code.startsWith('read-as-'))
  if (form)
    throw new Problem(`${shown} is a list, which has no place for criteria`, [
      `pm-agent plan --from ${shown} writes a plan with the same work, task by task`,
    ])
  if (wordyIn(plan).length === 0) return nothing(context, options, shown)
  return atDesk(context, options, async desk => {
    const agent = plannerOf(desk, options)
    const repository = await desk.repository()
    const request = { path: nameOf(top, path), text, plan, repository, read, write: writeChecks, holdNow: desk.holdNow }
    const asked = await improvePlan(desk.ports, { ...desk.planner, agent }, request)
    if (asked.is === 'unavailable')
      throw new Problem(`the planner cannot work: ${asked.problem}`, ['--agent names another one'])
    if (asked.is === 'refused') return refused(context, desk, options, { shown, ...asked })
    if (asked.value.text === text) return nothing(context, options, shown)
    return offer(asking, desk, options, { path, shown, text, improved: asked.value })
  })
}

function nothing({ terminal }: Context, { json }: ImproveOptions, shown: string): number {
  terminal.print(
    json
      ? jsonText({ plan: shown, changes: [], written: false }, 2)
      : `${shown}: there is no criterion to turn into a command; it stays as it is`,
  )
  return EXIT.done
}

function refused(
  { terminal }: Context,
  desk: PlanningDesk,
  { json }: ImproveOptions,
  { shown, problems }: { readonly shown: string; readonly problems: readonly string[] },
): number {
  if (json)
    terminal.print(jsonText({ plan: shown, changes: [], written: false, problems, cost: moneyView(desk.costs) }, 2))
  else {
    const lines = problems.map(problem => `  - ${problem}`)
    printLines(terminal, `${shown} stays as it is: no answer of the planner could be used.`, ...lines, costWords(desk))
  }
  return EXIT.failed
}

async function offer(
  context: Context,
  desk: PlanningDesk,
  options: ImproveOptions,
  on: { readonly path: string; readonly shown: string; readonly text: string; readonly improved: Improved },
): Promise<number> {
  const { terminal } = context
  const { path, shown, text, improved } = on
  const changes = changedLines(text, improved.text)
  if (!options.json) {
    for (const { line, before, after } of changes) {
      terminal.print(`${shown}:${line}`)
      for (const old of before) terminal.print(`- ${old}`)
      for (const fresh of after) terminal.print(`+ ${fresh}`)
    }
    printLines(terminal, ...improved.unsure.map(unsure => `unsure: ${unsure}`), costWords(desk))
  }
  const isWanted =
    options.yes ||
    /^y(?:es)?$/i.test(
      (
        await context.ask?.(`Write ${plural(improved.checks.length, 'criterion', 'criteria')} into ${shown}? (yes/no) `)
      )?.trim() ?? '',
    )
  if (isWanted) write(path, shown, { expected: text, text: improved.text })
  if (options.json)
    terminal.print(
      jsonText({ plan: shown, changes, unsure: improved.unsure, written: isWanted, cost: moneyView(desk.costs) }, 2),
    )
  else terminal.print(isWanted ? `wrote ${shown}` : `${shown} stays as it is; --yes writes it`)
  return isWanted ? EXIT.done : EXIT.needsHuman
}

const costWords = ({ costs }: PlanningDesk): string =>
  `cost: ${moneyWords(together(costs))} (${plural(costs.length, 'launch', 'launches')})`

/** Written beside it and renamed; a document that changed meanwhile stays. */
export function write(path: string, shown: string, on: { readonly expected: string; readonly text: string }): void {
  if (readFileSync(path, 'utf8') !== on.expected)
    throw new Problem(`${shown} changed meanwhile, so it stays as it is`, ['start the command again'])
  const file = realpathSync(path)
  const aside = `${file}.new-${process.pid}`
  writeFileSync(aside, on.text)
  renameSync(aside, file)
}
