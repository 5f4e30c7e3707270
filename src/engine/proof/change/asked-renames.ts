import type { Task } from '../../../core/plan/plan.ts'
import type { Translated } from '../../../core/proof/receipt.ts'
import { onOneSide, without } from '../../../core/text/lists.ts'
import { wordsIn } from '../../../core/text/sentences.ts'

/**
 * Renamed names that tests use, although the task mentions neither the new nor the removed words of the name: other users of
 * the program would miss them, and the task does not ask for that.
 */
export function unaskedRenames(task: Task, { renames }: Translated): Translated['renames'] {
  const said = wordsOf(task)
  return renames.filter(one => !isSpokenOf(one, said))
}

/** Whether a name was renamed and the task does not mention its new words. */
export function hasUnnamedRename(task: Task, { renames }: Translated): boolean {
  const said = wordsOf(task)
  const isNamed = ({ from, to }: { readonly from: string; readonly to: string }) => {
    const then = wordsIn(from)
    const added = without(wordsIn(to), then)
    return (added.length > 0 ? added : then).some(word => said.has(word))
  }
  return !renames.every(isNamed)
}

/** Whether the task mentions anything that was moved or renamed. */
export function speaksOf(task: Task, { moves, renames }: Translated): boolean {
  const said = wordsOf(task)
  return [...moves, ...renames].some(one => isSpokenOf(one, said))
}

const wordsOf = (task: Task): ReadonlySet<string> =>
  new Set(
    [
      task.title,
      ...task.steps,
      ...task.criteria.map(({ text }) => text),
      ...task.interfaces,
      ...task.outputs.flatMap(({ name, value, note }) => [name, value, note]),
      ...Object.values(task.files).flat(),
    ].flatMap(wordsIn),
  )

/** A task about a rename mentions the new or the removed words of the name. */
function isSpokenOf(one: { readonly from: string; readonly to: string }, said: ReadonlySet<string>): boolean {
  const [then, now] = [wordsIn(one.from), wordsIn(one.to)]
  const others = onOneSide(then, now)
  // If only the style differs, the task may mention any word of the name.
  return (others.length > 0 ? others : then).some(word => said.has(word))
}

const SHOWN_MAX = 5

/** The moves, renames and removals in words. */
export function translatedWords({ moves, renames, removed = [] }: Translated): string {
  const said = [
    ...moves.map(({ from, to, name }) =>
      name === undefined ? `${from} moved to ${to}` : `\`${name}\` moved to ${to}`,
    ),
    ...renames.map(({ from, to }) => `\`${from}\` renamed to \`${to}\``),
    ...removed.map(name => `\`${name}\` removed`),
  ]
  const rest = said.length - SHOWN_MAX
  return `with ${[...said.slice(0, SHOWN_MAX), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`
}
