import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parsePlan } from '../../../adapters/plan-file/read.ts'
import { moneyView, moneyWords, together } from '../../../core/money/cost.ts'
import { slug } from '../../../core/plan/ids.ts'
import { depthMax } from '../../../core/settings/config.ts'
import { isInsideTree } from '../../../core/text/inside-path.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import { MAIN, type PlannedDocuments, planGoal } from '../../../engine/planning/plan-goal.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { printLines } from '../words/printed-lines.ts'
import { type Chosen, chooser, depthOf, phasesOf } from './phase-choice.ts'
import { atDesk, type DeskOptions, type PlanningDesk, plannerOf } from './planning-desk.ts'

export interface PlanOptions extends DeskOptions {
  readonly flat?: boolean | undefined
  readonly 'max-depth'?: string | undefined
  readonly phases?: string | undefined
  readonly yes?: boolean | undefined
  readonly from?: string | undefined
  readonly out?: string | undefined
}

/** `plan "<goal>"`: lets a planner propose phases and tasks, checks them, and writes a plan document. */
export async function plan(context: Context, goal: string | undefined, options: PlanOptions): Promise<number> {
  const asking = options.json || options.yes ? { ...context, ask: undefined } : context
  const document = options.from === undefined ? null : readDocument(context, options.from)
  if (!goal?.trim() && document === null)
    throw new Problem('there is no goal to plan', [
      'say it in a sentence: pm-agent plan "Build a vi editor"',
      'or name a document: pm-agent plan --from DESIGN.md',
    ])
  const depth = depthOf(options['max-depth'])
  const phases = phasesOf(options.phases)
  const out = options.out === undefined ? null : await outPath(asking, options.out)
  return atDesk(context, options, async desk => {
    const agent = plannerOf(desk, options)
    const { top } = desk.places.repository
    const inside = document === null ? null : relative(top, document.path)
    const chosen: Chosen = { words: options.flat ? 'flat, as asked for' : '' }
    if (!options.json) context.terminal.print(`planner: ${agent.name}`)
    const planned = await planGoal(
      desk.ports,
      { ...desk.planner, agent },
      {
        goal: goal ?? '',
        document: document && { ...document, path: inside ?? document.path },
        design: inside !== null && isInsideTree(inside) ? inside : null,
        repository: await desk.repository(),
        depthMax: options.flat ? 0 : (depth ?? depthMax(desk.config.limits)),
        read: text => parsePlan(text, { path: MAIN, test: desk.commands.test }),
        holdNow: desk.holdNow,
        choose: chooser(asking, { phases, chosen, json: options.json }),
      },
    )
    switch (planned.is) {
      case 'stopped':
        context.terminal.warn('nothing was written')
        return EXIT.needsHuman
      case 'unavailable':
        throw new Problem(`the planner cannot work: ${planned.problem}`, [
          'pm-agent doctor says more; --agent names another one',
        ])
      case 'accepted':
        return finish(context, desk, options, { planned: planned.value, out, chosen, problems: [] })
      case 'refused':
        return finish(context, desk, options, { planned: planned.value, out, chosen, problems: planned.problems })
    }
  })
}

function readDocument(context: Context, name: string): { readonly path: string; readonly text: string } {
  const path = resolve(context.cwd, name)
  try {
    const text = readFileSync(path, 'utf8')
    if (text.trim() === '') throw new Problem(`${name} is empty`, ['write what you want into it, or say it as a goal'])
    return { path, text }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`${name} cannot be read`, ['--from names the document that the plan comes from'])
  }
}

/** The path as named: a folder means its PLAN.md. An existing plan is overwritten only if a human says so. */
async function outPath(context: Context, named: string): Promise<string> {
  const path = resolve(context.cwd, named)
  const isFolder = named.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const file = isFolder ? join(path, MAIN) : path
  if (!/\.(?:md|markdown)$/i.test(file))
    throw new Problem(`a plan is a Markdown file, and ${named} is none`, ['--out docs/plans/editor.md, or a folder'])
  if (!existsSync(file)) return file
  const shown = relative(context.cwd, file) || file
  const answer = await context.ask?.(`${shown} is there already. Overwrite it? (yes/no) `)
  if (/^y(?:es)?$/i.test(answer?.trim() ?? '')) return file
  throw new Problem(`${shown} is there already, and a plan is never overwritten without asking`, [
    'name another place with --out, or improve it: pm-agent plan --improve',
  ])
}

interface Outcome {
  /** Null if no answer could be read. */
  readonly planned: PlannedDocuments | null
  readonly out: string | null
  readonly chosen: Chosen
  /** Empty if the plan is clean. */
  readonly problems: readonly string[]
}

function finish(context: Context, desk: PlanningDesk, options: PlanOptions, outcome: Outcome): number {
  const { planned, problems } = outcome
  const isClean = problems.length === 0 && planned !== null
  const paths = planned === null ? [] : write(context, desk, planned, outcome)
  const shown = paths.map(path => relative(context.cwd, path) || path)
  const code = isClean ? EXIT.done : planned === null ? EXIT.failed : EXIT.needsHuman
  if (options.json) {
    const { title = null, tasks = 0, sketches = [] } = planned ?? {}
    const unsure = planned === null ? [] : questionsIn(planned)
    const cost = moneyView(desk.costs)
    context.terminal.print(
      jsonText(
        {
          title,
          clean: isClean,
          documents: shown,
          tasks,
          sketches,
          unsure,
          problems,
          structure: outcome.chosen.words,
          launches: desk.costs.length,
          cost,
        },
        2,
      ),
    )
    return code
  }
  printLines(context.terminal, ...endLines(outcome, shown, isClean))
  context.terminal.print(
    `cost: ${moneyWords(together(desk.costs))} (${plural(desk.costs.length, 'launch', 'launches')})`,
  )
  return code
}

function endLines(
  { planned, problems, chosen }: Outcome,
  shown: readonly string[],
  isClean: boolean,
): readonly string[] {
  const wrong = problems.map(problem => `  - ${problem}`)
  if (planned === null)
    return ['', 'No answer of the planner could be used. What was wrong with the last one:', ...wrong]
  const { title, tasks, sketches } = planned
  return [
    '',
    `${title}: ${plural(tasks, 'task')}${chosen.words ? ` (${chosen.words})` : ''}`,
    ...shown.map(path => `  wrote ${path}`),
    ...sketches.map(sketch => `  planned when its turn comes: ${sketch}`),
    ...(isClean
      ? []
      : ['', 'It is a draft: this is still wrong with it, and the planner did not correct it:', ...wrong]),
    ...unsureLines(planned),
    isClean
      ? `Next: read it, then pm-agent check ${shown[0]} and pm-agent run ${shown[0]}`
      : `Next: correct ${shown[0]} and save it as PLAN.md, or say more: pm-agent plan "…"`,
  ]
}

function unsureLines(planned: PlannedDocuments): readonly string[] {
  const questions = questionsIn(planned)
  return questions.length === 0 ? [] : ['The planner is unsure of:', ...questions.map(text => `  - ${text}`)]
}

/** The last section of each document. */
const questionsIn = ({ documents }: PlannedDocuments): readonly string[] => [
  ...new Set(
    [...documents.values()].flatMap(text =>
      text
        .slice(text.lastIndexOf('\n## Open questions\n'))
        .split('\n')
        .flatMap(line => (line.startsWith('- ') ? [line.slice(2)] : [])),
    ),
  ),
]

/** Writes each document with its folder; one with problems is called a draft, so that nothing runs it by mistake. */
function write(
  context: Context,
  { places }: PlanningDesk,
  planned: PlannedDocuments,
  outcome: Outcome,
): readonly string[] {
  const isDraft = outcome.problems.length > 0
  const main = outcome.out ?? freePath(join(places.repository.top, '.dev', 'specs'), slug(planned.title))
  const named = (path: string) => (isDraft ? path.replace(/\.(\w+)$/, '.draft.$1') : path)
  const paths = [...planned.documents].map(([path, text]) => ({
    path: named(path === MAIN ? main : join(dirname(main), path)),
    text,
  }))
  const taken = paths.find(({ path }) => existsSync(path) && path !== outcome.out)
  if (taken && !isDraft)
    throw new Problem(`${relative(context.cwd, taken.path)} is there already, and a plan is never overwritten`, [
      'move it away, or name another folder with --out',
    ])
  for (const { path, text } of paths) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return paths.map(({ path }) => path)
}

/** A folder for the plan that does not exist yet. */
function freePath(specs: string, name: string): string {
  for (let number = 1; ; number++) {
    const folder = join(specs, number === 1 ? name : `${name}-${number}`)
    if (!existsSync(folder)) return join(folder, basename(MAIN))
  }
}
