/** The changed functions of a change one by one, and the mutants of its changed lines. */
import type { ChangedFunction } from '../../../core/strength/strength.ts'
import type { TreeEdit } from '../../../ports.ts'
import { diffLines } from '../reading/line-diff.ts'
import { applyEdits, type Edit } from '../syntax/edits.ts'
import { emptiedIn } from '../syntax/gut.ts'
import { compilable } from '../syntax/gut-compiled.ts'
import { languageOf } from '../syntax/language.ts'
import { javascriptMutations } from './javascript-mutants.ts'
import { type Mutant, type Mutation, spreadOver } from './mutant.ts'
import { treeMutations } from './tree-mutants.ts'

/** A changed file of the program. */
export interface ChangedText {
  readonly path: string
  readonly before: string | null
  readonly after: string
}

/** A changed function with the file in which it alone is empty. */
interface EmptiedAlone extends ChangedFunction {
  readonly edit: TreeEdit
}

/** Everything of a change that a test should notice. */
export interface ChangedCode {
  readonly functions: readonly EmptiedAlone[]
  /** All functions with parameters whose inside changed return their first one. */
  readonly standIns: { readonly edits: readonly TreeEdit[]; readonly names: readonly string[] }
  /** Spread over the change. */
  readonly mutants: readonly Mutant[]
}

export async function changedCode(files: readonly ChangedText[]): Promise<ChangedCode> {
  const functions: EmptiedAlone[] = []
  const standIns: TreeEdit[] = []
  const names = new Set<string>()
  const mutants: Mutant[] = []
  for (const file of files) {
    const { path, before, after } = file
    const found = await emptiedIn(before, after, path)
    if (found.is !== 'edits') continue
    const lineOf = lineFinder(after)
    const edits = found.edits.filter(edit => !isImportName(edit))
    for (const edit of edits) {
      const all = await compilable(after, path, [edit])
      functions.push({ name: edit.name, path, line: lineOf(edit.start), edit: { path, text: applyEdits(after, all) } })
    }
    const isOld = await oldInside(file)
    const replaced = edits.flatMap(edit =>
      edit.standIn === undefined || isOld(edit) ? [] : [{ ...edit, text: edit.standIn }],
    )
    if (replaced.length > 0) standIns.push({ path, text: applyEdits(after, replaced) })
    for (const { name } of replaced) names.add(name)
    mutants.push(...(await mutantsOf(file, edits)))
  }
  return { functions, standIns: { edits: standIns, names: [...names] }, mutants: spreadOver(mutants) }
}

/**
 * Whether the inside of a function is that of the base, so that only its parameters changed: tests of another default or of a
 * new name may be right to look at nothing that its old code does with them.
 */
async function oldInside({ path, before, after }: ChangedText): Promise<(edit: Edit) => boolean> {
  const inside = (text: string, { name, start, end }: Edit) => `${name} ${text.slice(start, end)}`
  const whole = before === null ? null : await emptiedIn(null, before, path)
  const old = new Set(whole?.is === 'edits' ? whole.edits.map(edit => inside(before!, edit)) : [])
  return edit => old.has(inside(after, edit))
}

/** Go renames imports that only emptied code used. */
const isImportName = ({ text }: Edit): boolean => text === '_ '

/** Code longer than this is no sentence. */
const SNIPPET_MAX = 60

async function mutantsOf({ path, before, after }: ChangedText, edits: readonly Edit[]): Promise<readonly Mutant[]> {
  const lineOf = lineFinder(after)
  const fresh = before === null ? null : new Set(diffLines(before.split('\n'), after.split('\n')).added)
  return (await mutationsIn(after, path)).flatMap(mutation => {
    const holder = edits.find(({ start, end }) => start <= mutation.start && mutation.end <= end)
    const line = lineOf(mutation.start)
    if (!holder || (fresh !== null && !fresh.has(line))) return []
    return [{ ...mutation, was: snippet(mutation.was), now: snippet(mutation.now), path, line, holder: holder.name }]
  })
}

const mutationsIn = (text: string, path: string): Promise<readonly Mutation[]> =>
  languageOf(path) === 'javascript' ? javascriptMutations(text, path) : treeMutations(text, path)

const snippet = (code: string): string => {
  const line = code
    .split('\n')
    .map(part => part.trim())
    .join(' ')
  return line.length > SNIPPET_MAX ? `${line.slice(0, SNIPPET_MAX)}…` : line
}

/** The file with this mutant alone. */
export const mutated = (text: string, mutant: Mutation): string =>
  text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end)

const lineFinder =
  (text: string) =>
  (position: number): number =>
    text.slice(0, position).split('\n').length
