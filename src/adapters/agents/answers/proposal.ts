import { z } from 'zod'
import type { ProposalReading, ProposedCriterion } from '../../../core/planning/proposal.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { problemsOf } from './problems.ts'
import { parseJson, readResultFile } from './report.ts'

const TEXT_MAX = 4_000
const LIST_MAX = 1_000
/** The lines of a whole task. */
const LINES_MAX = 40_000

const onOneLine = (value: string): string => value.replace(/\s+/g, ' ').trim()
const text = z.string().max(TEXT_MAX).transform(cleanText)
const words = text.nullish().transform(value => value ?? '')
const named = text.refine(value => value.trim() !== '', 'expected a text')
/** Sentences quote it, and a heading has one line. */
const title = named.transform(onOneLine)
const listOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .max(LIST_MAX)
    .nullish()
    .transform(value => value ?? [])
/** Agents write numbers as text and the other way round. */
const name = z.union([text, z.number()]).transform(value => String(value).trim())
const names = listOf(name)
const maybeOne = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(values)
    .nullish()
    .transform(value => value ?? null)

const criterion = z
  .union([
    text.transform((given): ProposedCriterion => ({ command: null, expect: '', text: given })),
    z.object({ command: text.nullish(), expect: z.union([text, z.number()]).nullish(), text: words }).transform(
      (given): ProposedCriterion => ({
        command: given.command?.trim() || null,
        expect: String(given.expect ?? '').trim(),
        text: given.text,
      }),
    ),
  ])
  .refine(given => given.command !== null || given.text.trim() !== '', 'expected a command or a text')

const files = z
  .object({ create: names, modify: names, delete: names, test: names })
  .nullish()
  .transform(given => given ?? { create: [], modify: [], delete: [], test: [] })

/** Only pm-agent ticks boxes. */
const unticked = z.literal(false, 'a plan begins with open boxes: leave it out').nullish()

const phase = z.object({
  title,
  goal: words,
  domain: words,
  tasks: z.int().min(1, 'expected a number of tasks').max(LIST_MAX),
  needs: listOf(z.coerce.number<unknown>().int()),
  criteria: listOf(criterion),
  ticked: unticked,
  done: unticked,
})

const task = z.object({
  id: name.nullish().transform(value => value ?? ''),
  title,
  type: z.enum(['work', 'verification']).default('work'),
  kind: maybeOne(['feature', 'fix', 'refactor', 'perf', 'docs', 'chore', 'release']),
  tier: maybeOne(['critical', 'normal', 'low']),
  needs: names,
  steps: listOf(text),
  must_not: listOf(text),
  references: listOf(text),
  files,
  criteria: listOf(criterion),
  tests: words,
  owner: words,
  estimate: z
    .union([text, z.number()])
    .nullish()
    .transform(value => String(value ?? '')),
  parent: z.boolean().nullish(),
  covers: names,
  ticked: unticked,
  done: unticked,
})

const check = z.object({
  task: name,
  criterion: name.nullish().transform(value => value ?? ''),
  command: named,
  expect: z
    .union([text, z.number()])
    .nullish()
    .transform(value => String(value ?? '').trim()),
  text: words,
})

const standing = z.object({
  task: name,
  standing: z.enum(['EXISTS', 'PARTIAL', 'MISSING']),
  reason: words,
  evidence: listOf(text),
  extensible: listOf(text),
})

const reading = z.object({ criterion: name, sentence: words, question: words })

const proposalSchema = z.object({
  title: words.transform(onOneLine),
  summary: words,
  context: z
    .union([listOf(text), text.transform(value => [value])])
    .nullish()
    .transform(value => value ?? []),
  phases: listOf(phase),
  tasks: listOf(task),
  checks: listOf(check),
  standings: listOf(standing),
  clarity: listOf(reading),
  text: z
    .string()
    .max(LINES_MAX)
    .nullish()
    .transform(value => cleanText(value ?? '')),
  unsure: listOf(text),
})

/** Reads a planner's answer. Anything not in the required form goes back to it. */
export async function readProposal(dir: string): Promise<ProposalReading> {
  const found = await readResultFile(dir)
  if (found === null) return { is: 'missing' }
  const { place, content } = found
  if (!content.ok) return { is: 'invalid', problem: content.error, text: '' }
  return parseProposal(content.value, place)
}

export function parseProposal(content: string, place: string): ProposalReading {
  const json = parseJson(content.replace(/^\ufeff/, ''))
  if (!json.ok) return { is: 'invalid', problem: `${place} is not JSON: ${json.error}`, text: content }
  const parsed = proposalSchema.safeParse(json.value)
  if (!parsed.success) return { is: 'invalid', problem: `${place}: ${problemsOf(parsed.error)}`, text: content }
  const { tasks, ...rest } = parsed.data
  return {
    is: 'valid',
    text: content,
    proposal: {
      ...rest,
      tasks: tasks.map(({ must_not: mustNot, parent, ticked: _, done: __, ...own }, at) => ({
        ...own,
        id: own.id || String(at + 1),
        mustNot,
        isParent: parent ?? false,
      })),
    },
  }
}
