/** The native format: an outline with its fields parsed, task by task. Lenient in reading; problems are reported later. */
import type { TaskId } from '../../core/plan/ids.ts'
import type { CommitRow, Input, Plan, Task } from '../../core/plan/plan.ts'
import { readChecklist, readNumbered } from './checklist.ts'
import type { FieldDraft, TaskDraft } from './drafts.ts'
import { readCommitStrategy } from './fields/commit-strategy.ts'
import { type CriterionReading, readCriteria } from './fields/criteria.ts'
import { resolveNeeds } from './fields/dependencies.ts'
import { readDesign } from './fields/design.ts'
import { readExpectedResults } from './fields/expected-results.ts'
import type { FieldKey } from './fields/field-names.ts'
import { blockEntries, entries, names } from './fields/field-values.ts'
import { type FilesReading, readFiles } from './fields/file-lists.ts'
import { readGuardrails } from './fields/guardrails.ts'
import { readDeclarations } from './fields/input-output.ts'
import { type IntegrationReading, readIntegrationTests } from './fields/integration-tests.ts'
import { mentionedFiles } from './fields/mentioned-files.ts'
import { indexTasks, type Need, readNeeds, readReferences, readStatedNeeds, type TaskIndex } from './fields/need.ts'
import { collected, listed, simpleFields } from './fields/simple-fields.ts'
import { type CommandsReading, readCommands, readHidden, readTests, type TestsReading } from './fields/task-commands.ts'
import { numberedHeadings } from './numbered-headings.ts'
import { type Outline, outlineOf } from './outline.ts'
import { type GraphReading, producedInGraph, readGraph, tablesOf } from './problems/dependency-graph.ts'
import { orderedNeeds } from './problems/order.ts'
import { sectionsNamed } from './sections.ts'
import { readStepHeading, readStepsHeading } from './task-heading.ts'
import { createLocate, inline, type Locate, type Range } from './text/position.ts'
import { scan } from './text/scan.ts'

/** A task and everything noticed while reading it. */
export interface TaskReading {
  readonly task: Task
  readonly draft: TaskDraft
  readonly criteria: readonly CriterionReading[]
  readonly needs: readonly Need[]
  readonly files: FilesReading
  readonly commands: CommandsReading
  readonly tests: TestsReading
}

/** A document as read by the native format. */
export interface Reading {
  readonly text: string
  readonly locate: Locate
  readonly outline: Outline
  readonly index: TaskIndex
  readonly graph: GraphReading
  readonly tasks: readonly TaskReading[]
  readonly guardrails: readonly string[]
  readonly commitRows: readonly CommitRow[]
  readonly commitRowsUnread: readonly Range[]
  /** The condition cell of each commit row. */
  readonly commitConditions: readonly Range[]
  readonly title: string
  readonly summary: string
  readonly context: string
  readonly design: string | null
  readonly integrations: IntegrationReading
}

/** The tasks as native headings, else as the headings of a plan of steps, else as boxes of a list, numbers of one, or numbered headings. */
function recognised(text: string): Outline {
  const blocks = scan(text)
  const native = outlineOf(text, blocks)
  if (native.tasks.length > 0 || native.strayBoxes.length > 0) return native
  const steps = outlineOf(text, blocks, readStepsHeading)
  if (steps.tasks.length > 0) return { ...inTheirOrder(steps), form: 'steps' }
  const list = readChecklist(text, blocks)
  if (list !== null) return { ...native, ...list, form: 'checklist' }
  const numbered = readNumbered(text, blocks)
  if (numbered !== null) return { ...native, ...numbered, form: 'numbered' }
  const single = outlineOf(text, blocks, readStepHeading)
  if (single.tasks.length > 1) return { ...inTheirOrder(single), form: 'steps' }
  const readHeading = numberedHeadings(text, blocks)
  return readHeading === null ? native : { ...inTheirOrder(outlineOf(text, blocks, readHeading)), form: 'headings' }
}

/** Each task follows the one before. */
const inTheirOrder = (outline: Outline): Outline => ({
  ...outline,
  tasks: outline.tasks.map((draft, at) => ({ ...draft, follows: at === 0 ? [] : [outline.tasks[at - 1]!.id] })),
})

const isList = ({ form }: Outline): boolean => form === 'checklist' || form === 'numbered'

/** Reads any document; rejects none. */
export function readNative(text: string): Reading {
  const outline = recognised(text)
  const locate = createLocate(text)
  const graphTables = tablesOf(text, outline, 'dependency graph')
  const produced = producedInGraph(text, graphTables)
  const outputs = outline.tasks.map(draft => collected(draft, 'outputs', field => readDeclarations(text, field)))
  const index = indexTasks(
    outline.tasks.map(({ id }, place) => ({
      id,
      outputs: [...outputs[place]!.map(output => output.name), ...(produced.get(id.toLowerCase()) ?? [])],
    })),
    outline.groups,
  )
  const graph = readGraph(text, graphTables, index)
  const needs = outline.tasks.map(draft => [...(graph.needs.get(draft.id) ?? []), ...statedNeeds(text, draft, index)])
  for (const [place, own] of orderedNeeds(outline.tasks, needs).entries()) needs[place]!.push(...own)
  const resolved = resolveNeeds(outline.tasks.map((draft, place) => ({ id: draft.id, needs: needs[place]! })))
  const tasks = outline.tasks.map((draft, place) => {
    const stated = readCriteria(text, listed(draft, 'criteria'), locate)
    const end = outline.tasks[place + 1]?.heading.start ?? text.length
    const criteria =
      outline.form === 'steps' && stated.length === 0
        ? readExpectedResults(text, { start: draft.heading.end, end }, locate)
        : stated
    const files =
      isList(outline) && listed(draft, 'files').length === 0
        ? mentionedFiles(text, draft.heading.words)
        : readFiles(text, listed(draft, 'files'))
    const commands = readCommands(text, listed(draft, 'commands'))
    const tests = readTests(text, listed(draft, 'tests'))
    const parts = { criteria, files, commands, tests, needs: resolved[place]!, outputs: outputs[place]! }
    const task: Task = { ...simpleFields(text, draft), ...assembled(text, draft, parts), span: locate(draft.heading) }
    return { task, draft, criteria, needs: needs[place]!, files, commands, tests }
  })
  const commits = readCommitStrategy(text, outline, index)
  return {
    text,
    locate,
    outline,
    index,
    graph,
    tasks,
    guardrails: readGuardrails(text, outline),
    commitRows: commits.rows,
    commitRowsUnread: commits.unread,
    commitConditions: commits.conditions,
    title: outline.title === null ? '' : inline(text, outline.title.words),
    summary: outline.summary === null ? '' : unquoted(text, outline.summary),
    context: contextOf(text, outline),
    design: readDesign(text, outline),
    integrations: readIntegrationTests(text, outline, index),
  }
}

/** The plan in the form that the rest of the program uses. */
export function planOf(reading: Reading, id: string): Plan {
  const { title, summary, guardrails, commitRows, context, design } = reading
  const integrations = reading.integrations.tests
  const tasks = reading.tasks.map(entry => entry.task)
  return {
    id,
    title: title || id,
    summary,
    tasks,
    guardrails,
    commitRows,
    context,
    ...(design === null ? {} : { design }),
    ...(integrations.length > 0 ? { integrations } : {}),
  }
}

function statedNeeds(text: string, draft: TaskDraft, index: TaskIndex): readonly Need[] {
  const inputs = collected(draft, 'inputs', field => inputNeeds(text, field, index))
  const named = collected(draft, 'needs', field =>
    [field.value, ...field.blocks.flatMap(block => (block.is === 'item' ? [block.words] : []))].flatMap(range =>
      readNeeds(text, range, index, 'needs'),
    ),
  )
  return [...inputs, ...named, ...saidNeeds(text, draft, index)]
}

/** Dependencies and files mentioned in the title and text of a task. */
function saidNeeds(text: string, { heading, loose }: TaskDraft, index: TaskIndex): readonly Need[] {
  const words = loose.flatMap(block =>
    block.is === 'item' ? [block.words] : block.is === 'paragraph' || block.is === 'quote' ? [block] : [],
  )
  return [heading.words, ...words].flatMap(range => readStatedNeeds(text, range, index))
}

function inputNeeds(text: string, field: FieldDraft, index: TaskIndex): readonly Need[] {
  const end = Math.max(field.value.end, field.blocks.at(-1)?.end ?? 0)
  const needs = readReferences(text, { start: field.value.start, end }, index)
  for (const block of field.blocks) {
    if (block.is !== 'item' || !/^all\b.*outputs?\b/i.test(inline(text, block.words))) continue
    needs.push({ from: 'inputs', start: block.start, end: block.end, words: 'all', target: { is: 'all' } })
  }
  return needs
}

interface Parts {
  readonly criteria: readonly CriterionReading[]
  readonly files: FilesReading
  readonly commands: CommandsReading
  readonly tests: TestsReading
  readonly needs: readonly TaskId[]
  readonly outputs: readonly Input[]
}

function assembled(text: string, draft: TaskDraft, parts: Parts) {
  const prose = (field: FieldDraft): readonly string[] => entries(text, field)
  const list = (field: FieldDraft): readonly string[] => names(text, field)
  const kept = draft.fields.filter(field => field.key === null || KEPT.has(field.key))
  return {
    id: draft.id,
    title: draft.title,
    ...(draft.phase === undefined ? {} : { phase: draft.phase }),
    ticked: draft.heading.box?.ticked ?? false,
    needs: parts.needs,
    tools: collected(draft, 'tools', list),
    inputs: collected(draft, 'inputs', field => readDeclarations(text, field)),
    outputs: parts.outputs,
    // Text outside of fields still describes the work.
    steps: [...blockEntries(text, draft.loose), ...collected(draft, 'steps', prose), ...unknownWords(text, draft)],
    mustNot: collected(draft, 'mustNot', prose),
    nonGoals: collected(draft, 'nonGoals', prose),
    references: collected(draft, 'references', prose),
    criteria: parts.criteria.map(entry => entry.criterion),
    files: parts.files.lists,
    tests: parts.tests.spec,
    ...hiddenIn(text, draft),
    commands: parts.commands.commands,
    allow: collected(draft, 'allow', list),
    interfaces: collected(draft, 'interfaces', prose),
    other: Object.fromEntries(kept.map(field => [field.name, entries(text, field).join('\n')])),
  }
}

const hiddenIn = (text: string, draft: TaskDraft): Pick<Task, 'hidden'> => {
  const hidden = readHidden(text, listed(draft, 'hidden'))
  return hidden.length > 0 ? { hidden } : {}
}

/** The contents of unknown fields: each entry prefixed with the field's name as written. */
const unknownWords = (text: string, { fields }: TaskDraft): readonly string[] =>
  fields.flatMap(field => {
    const words = field.key === null ? entries(text, field) : []
    const isInline = words.length > 0 && inline(text, field.value) === words[0]
    return words.length === 0 ? [] : [`${field.name}:${isInline ? ' ' : '\n'}${words.join('\n')}`]
  })

/** Known fields that are kept verbatim. */
const KEPT: ReadonlySet<FieldKey> = new Set<FieldKey>(['gates', 'reference'])

const unquoted = (text: string, quote: Range): string =>
  text
    .slice(quote.start, quote.end)
    .split(/\r\n|\r|\n/)
    .map(line => line.replace(/^\s*> ?/, '').trim())
    .join('\n')
    .trim()

function contextOf(text: string, outline: Outline): string {
  const sections = [...sectionsNamed(outline, 'context'), ...sectionsNamed(outline, 'work objectives')].map(section =>
    text
      .slice(section.start, section.end)
      .replace(/(?:^|[\r\n])---\s*$/, '')
      .trim(),
  )
  return [...introduction(text, outline), ...sections].join('\n\n')
}

/** The goal, the architecture and the tools that a plan of steps states as fields below its title. */
const introduction = (text: string, { form, sections }: Outline): readonly string[] =>
  form !== 'steps' || sections[0]?.heading.level !== 1
    ? []
    : sections[0].blocks.filter(block => block.is === 'field').map(({ start, end }) => text.slice(start, end).trim())
