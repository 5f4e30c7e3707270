import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parsePlan } from '../../../adapters/plan-file/read.ts'
import { ordinaryText, wayOut } from '../../../adapters/work-tree/ordinary-file.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import { pullRequestName } from '../../../core/pull-request/pull-request-name.ts'
import { closest } from '../../../core/text/closest.ts'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { EarlierRuns } from '../run/earlier-runs.ts'
import { nameOf } from './plan-place.ts'
import { documentsIn, inAnyCase, placesOfName, planDocuments, planNames, planOfBranch } from './plan-places.ts'

/** Input for the search of a plan. */
export interface PlanSearch {
  readonly top: string
  readonly branch: string | null
  /** A path, or the name of a plan. */
  readonly named?: string | undefined
  readonly earlier?: EarlierRuns | undefined
  /** The command line to repeat with the right name. */
  readonly command?: string
  /** The project's test command, for an example. */
  readonly test?: string | undefined
}

/** Finds the plan: a path, a name, the one of this branch, the open run's, or the only unfinished one. Asks the user if possible. */
export async function findPlan(context: Context, search: PlanSearch): Promise<string> {
  const path = await foundPlan(context, search)
  const outside = wayOut(search.top, path)
  if (outside === null) return path
  throw new Problem(`${relative(context.cwd, path) || path} leads to ${outside}, which is no file of the repository`, [
    `its boxes would be ticked there; if that is your plan, name it: pm-agent ${search.command ?? 'run'} ${shellWord(outside)}`,
  ])
}

async function foundPlan(context: Context, search: PlanSearch): Promise<string> {
  const { top, branch, named, command = 'run' } = search
  if (named !== undefined) return namedPlan(context, top, named)
  const ofBranch = branch === null ? null : planOfBranch(top, branch)
  if (ofBranch) return ofBranch
  const underWay = search.earlier?.open ? resolve(top, search.earlier.open) : null
  if (underWay && isFile(underWay)) return underWay
  const found = planDocuments(top)
  if (found.length === 1) return found[0]!
  if (found.length === 0) throw noPlan(search, command)
  const { plans, open } = sorted(search, found)
  if (open.length === 1) return open[0]!
  // A folder of plans may contain designs too: documents without tasks are offered only if there is nothing else.
  const choice = open.length > 0 ? open : plans.length > 0 ? plans : found
  if (choice.length === 1) return choice[0]!
  const what = open.length > 0 || plans.length === 0 ? 'there are several plans' : 'every plan here is finished'
  const shown = choice.map(path => relative(context.cwd, path) || path)
  const at = await asked(context, what, shown)
  if (at !== null) return choice[at]!
  throw new Problem(
    `${what}; say which one`,
    shown.map(path => `pm-agent ${command} ${path}`),
  )
}

function noPlan({ top, test }: PlanSearch, command: string): Problem {
  const meant = closest('PLAN.md', documentsIn(top))
  return new Problem('there is no plan here', [
    ...(meant === null ? [] : [`did you mean ${meant}? pm-agent ${command} ${meant}`]),
    `name it (pm-agent ${command} path/to/PLAN.md), or write one as PLAN.md, for example:`,
    '',
    '### [ ] TODO 1: Greet politely',
    '',
    '**Acceptance Criteria**:',
    test === undefined || /^(?:npm|node|yarn|pnpm|bun)\b/.test(test)
      ? '- [ ] `node src/greet.js Ada` → `Hello, Ada`'
      : `- [ ] \`${test}\` → exit 0`,
  ])
}

/** The documents that are plans, and those with unfinished tasks. */
function sorted({ top, earlier }: PlanSearch, paths: readonly string[]) {
  const found = paths.flatMap(path => planAt(top, path) ?? [])
  // Designs have numbered headings, too: such a document is a plan only where there is no other.
  const sure = found.filter(({ isSure }) => isSure)
  const read = sure.length > 0 ? sure : found
  // A sub-plan is run with the plan that names it.
  const inside = new Set(
    read.flatMap(({ path, plan }) =>
      plan.tasks.flatMap(({ subPlan }) => (subPlan ? [resolve(dirname(path), subPlan)] : [])),
    ),
  )
  const whole = read.filter(({ path }) => !inside.has(resolve(path)))
  const isOpen = ({ path, plan }: { path: string; plan: Plan }) => {
    const done = earlier?.settled.get(nameOf(top, path))
    return plan.tasks.some(task => !task.ticked && !done?.has(task.id))
  }
  return { plans: whole.map(({ path }) => path), open: whole.filter(isOpen).map(({ path }) => path) }
}

function planAt(top: string, path: string) {
  const text = ordinaryText(path)
  // A folder of that name, or an unreadable file, is not a plan.
  if (text === null) return null
  const { plan, diagnostics } = parsePlan(text, { path: nameOf(top, path) })
  return plan && { path, plan, isSure: !diagnostics.some(({ code }) => code === 'read-as-headings') }
}

/** The index that the user chose at a terminal; null without one. */
async function asked(context: Context, what: string, choices: readonly string[]): Promise<number | null> {
  if (!context.ask) return null
  context.terminal.print(`${what}:`)
  for (const [at, choice] of choices.entries()) context.terminal.print(`  ${at + 1}  ${choice}`)
  for (;;) {
    const answer = await context.ask(`Which one? (1-${choices.length}) `)
    if (answer === null || answer.trim() === '') return null
    const at = /^\d+$/.test(answer.trim()) ? Number(answer) - 1 : choices.indexOf(answer.trim())
    if (choices[at] !== undefined) return at
    context.terminal.print(`"${answer.trim()}" is none of them.`)
  }
}

function namedPlan(context: Context, top: string, named: string): string {
  const path = resolve(context.cwd, named)
  const folder = ['PLAN.md', 'tasks.md'].flatMap(file => inAnyCase(path, file))
  const found = [path, ...folder, ...placesOfName(top, named)].find(isDocument)
  if (found) return found
  const beside = documentsIn(dirname(path)).map(file => join(dirname(named), file))
  const elsewhere = planDocuments(top).map(document => relative(context.cwd, document))
  const meant = closest(named, [...beside, ...elsewhere, ...planNames(top)])
  const looked = [path, ...placesOfName(top, named)].map(place => relative(context.cwd, place) || place)
  if (pullRequestName(named))
    throw new Problem(`there is no plan ${named}`, [`a pull request is run with: pm-agent run ${shellWord(named)}`])
  throw new Problem(`there is no plan ${named}`, [
    ...(meant === null || meant === named ? [] : [`did you mean ${meant}?`]),
    `looked for ${looked.slice(0, -1).join(', ')} and ${looked.at(-1)}`,
  ])
}

/** Whatever exists there under the name of a document: reading it shows what is wrong with it. */
const isDocument = (path: string): boolean => existsSync(path) && !statSync(path).isDirectory()

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
