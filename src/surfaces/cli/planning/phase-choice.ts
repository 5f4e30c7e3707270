import { firstPhases, type HierarchyAdvice } from '../../../core/planning/hierarchy-advice.ts'
import type { ProposedPhase } from '../../../core/planning/proposal.ts'
import { plural } from '../../../core/text/lists.ts'
import { type Choice, choiceByRule } from '../../../engine/planning/plan-goal.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { printLines } from '../words/printed-lines.ts'

/** How the structure of the plan was decided, in words. */
export interface Chosen {
  words: string
}

/** `first`: the phases that can begin at once. */
type Detail = 'first' | 'all' | number

/** `--phases`: how many phases get their tasks now. */
export function phasesOf(text: string | undefined): Detail {
  if (text === undefined) return 'first'
  if (text === 'all') return 'all'
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new Problem(`"${text}" is not a number of phases`, ['--phases 2, or --phases all'])
}

/** `--max-depth`: levels of sub-plans below the plan; null if it is not given. */
export function depthOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d$/.test(text)) return Number(text)
  throw new Problem(`"${text}" is not a depth`, ['--max-depth 1 allows sub-plans, --max-depth 0 is --flat'])
}

/** Asks the human whether phases get plans of their own; without a terminal the rule decides, and says so. */
export function chooser(
  context: Context,
  {
    phases: detail,
    chosen,
    json,
  }: { readonly phases: Detail; readonly chosen: Chosen; readonly json?: boolean | undefined },
): (phases: readonly ProposedPhase[], advice: HierarchyAdvice) => Promise<Choice> {
  return async (phases, advice) => {
    const say = (text: string) => (json ? undefined : printLines(context.terminal, text))
    say(`${advice.words}:`)
    for (const [at, phase] of phases.entries())
      say(`  ${at + 1}. ${phase.title} (${plural(phase.tasks, 'task')})${phase.goal ? `: ${phase.goal}` : ''}`)
    const detailed = numbersOf(detail, phases)
    const decided = (choice: Choice, by: string): Choice => {
      chosen.words = `${choice.is === 'flat' ? 'flat' : 'phases with plans of their own'}, ${by}`
      return choice
    }
    if (!advice.isHierarchical) return decided({ is: 'flat' }, `because it is small: ${advice.words}`)
    if (!context.ask) {
      const by = `by the rule, because there is no one to ask: ${advice.words}`
      say(`  ${by}; --flat makes one list`)
      return decided(choiceByRule(phases, advice, detailed), by)
    }
    return decided(await asked(context, phases, detailed), 'as you chose')
  }
}

function numbersOf(detail: Detail, phases: readonly ProposedPhase[]): readonly number[] {
  if (detail === 'first') return firstPhases(phases)
  const all = phases.map((_, at) => at + 1)
  return detail === 'all' ? all : all.slice(0, detail)
}

async function asked(context: Context, phases: readonly ProposedPhase[], detailed: readonly number[]): Promise<Choice> {
  for (;;) {
    const answer = await context.ask!('Write a plan of its own for each phase? (yes/no/customize) ')
    if (answer === null) return { is: 'stop' }
    const word = answer.trim().toLowerCase()
    if (/^(?:y|yes)?$/.test(word)) return { is: 'hierarchical', detailed }
    if (/^no?$/.test(word)) return { is: 'flat' }
    if (/^c(?:ustomi[sz]e)?$/.test(word)) return customised(context, phases, detailed)
    context.terminal.print(`"${answer.trim()}" is none of yes, no and customize.`)
  }
}

/** Other phases, or another choice of those that get their tasks now. */
async function customised(
  context: Context,
  phases: readonly ProposedPhase[],
  detailed: readonly number[],
): Promise<Choice> {
  const wish = await context.ask!('What should be different about the phases? (enter: nothing) ')
  if (wish === null) return { is: 'stop' }
  if (wish.trim() !== '') return { is: 'again', words: wish.trim() }
  for (;;) {
    const question = `Which phases get their tasks now? (as in 1,2, or all; enter: ${detailed.join(',')}) `
    const answer = await context.ask!(question)
    if (answer === null) return { is: 'stop' }
    const word = answer.trim().toLowerCase()
    if (word === '') return { is: 'hierarchical', detailed }
    const numbers = word === 'all' ? phases.map((_, at) => at + 1) : word.split(/[\s,]+/).map(Number)
    if (numbers.every(number => Number.isInteger(number) && number >= 1 && number <= phases.length))
      return { is: 'hierarchical', detailed: [...new Set(numbers)].sort((one, other) => one - other) }
    context.terminal.print(`"${answer.trim()}" names no phases: they are 1 to ${phases.length}.`)
  }
}
