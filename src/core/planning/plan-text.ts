import type { FileLists } from '../plan/plan.ts'
import type { ProposedCriterion, ProposedPhase, ProposedTask } from './proposal.ts'

/** A task of a plan that is about to be written; `subPlan` is the path of its own plan, which may not exist yet. */
export interface DraftTask extends ProposedTask {
  readonly subPlan?: string
}

/** Everything in a plan document, before it is text. */
export interface PlanDraft {
  readonly title: string
  readonly summary: string
  readonly context: readonly string[]
  /** The path of the design document that it comes from; null if there is none. */
  readonly design: string | null
  readonly tasks: readonly DraftTask[]
  readonly unsure: readonly string[]
}

/** The native plan document of a draft. Every foreign text stays on one line, inside of its own item. */
export function planText({ title, summary, context, design, tasks, unsure }: PlanDraft): string {
  const parts = [
    `# ${oneLine(title)}`,
    summary.trim() && `> ${oneLine(summary)}`,
    design !== null && `**Design**: ${design}`,
    context.length > 0 && `## Context\n\n${context.map(item).join('\n')}`,
    '## TODOs',
    ...tasks.map(taskText),
    `${UNSURE}\n\n${unsure.length > 0 ? unsure.map(item).join('\n') : 'The planner named none.'}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const UNSURE = '## Open questions'

/** One task in the form of a hand-written one. */
function taskText(task: DraftTask): string {
  const { type, kind, tier, owner, estimate, needs, subPlan, tests } = task
  const fields = [
    ...(subPlan === undefined ? [`**Type**: ${type}`] : [`**Sub-plan**: ${subPlan}`]),
    ...(kind === null ? [] : [`**Kind**: ${kind}`]),
    ...(tier === null ? [] : [`**Tier**: ${tier}`]),
    ...(owner === '' ? [] : [`**Owner**: ${oneLine(owner)}`]),
    ...(estimate === '' ? [] : [`**Estimate**: ${oneLine(estimate)}`]),
    ...(needs.length === 0 ? [] : [`**Needs**: ${needs.map(oneLine).join(', ')}`]),
    ...(tests === '' ? [] : [`**Tests**: ${oneLine(tests)}`]),
  ]
  const lists = [
    listed('Steps', task.steps.map(box)),
    listed('Must NOT do', task.mustNot.map(item)),
    listed('References', task.references.map(item)),
    listed('Files', fileLines(task.files)),
    listed('Acceptance Criteria', task.criteria.map(criterionText).map(box)),
  ]
  const parts = [`### [ ] TODO ${task.id}: ${oneLine(task.title)}`, fields.join('\n'), ...lists]
  return parts.filter(Boolean).join('\n\n')
}

/** A phase as a parent task, with the path of its own plan. */
export const phaseTask = (phase: ProposedPhase, id: string, subPlan: string): DraftTask => ({
  id,
  title: phase.title,
  type: 'work',
  kind: null,
  tier: null,
  needs: phase.needs.map(String),
  steps: phase.goal.trim() === '' ? [] : [phase.goal],
  mustNot: [],
  references: [],
  files: { create: [], modify: [], delete: [], test: [] },
  criteria: phase.criteria,
  tests: '',
  owner: '',
  estimate: '',
  isParent: true,
  subPlan,
})

/** A criterion as a line of a plan. */
export function criterionText({ command, expect, text }: ProposedCriterion): string {
  if (command === null) return oneLine(text)
  const label = oneLine(text).replace(/[:：]$/, '')
  return `${label === '' ? '' : `${label}: `}${codeSpan(command)} → ${expectText(expect)}`
}

/** An exit code and a number stay as they are; everything else is the exact output. */
const expectText = (expect: string): string =>
  expect === '' ? 'exit 0' : /^(?:exit \d{1,3}|[-+]?\d+(?:\.\d+)?)$/.test(expect) ? expect : codeSpan(expect)

/** As many backticks around it as the text needs. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const mark = '`'.repeat(longest + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${mark}${pad}${text}${pad}${mark}`
}

function fileLines({ create, modify, delete: removed, test }: FileLists): readonly string[] {
  const line = (title: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`- ${title}: ${paths.map(path => `\`${oneLine(path)}\``).join(', ')}`]
  return [...line('Create', create), ...line('Modify', modify), ...line('Delete', removed), ...line('Test', test)]
}

const listed = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `**${name}**:\n${lines.join('\n')}`
const item = (text: string): string => `- ${oneLine(text)}`
const box = (text: string): string => `- [ ] ${oneLine(text)}`
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
