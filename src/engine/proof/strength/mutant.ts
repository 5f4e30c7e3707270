import { hash } from 'node:crypto'

/** One small change of a program: a range of a file, and the code that takes its place. */
export interface Mutant {
  readonly path: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly text: string
  /** The code before and after, for people; `now` is empty if it is taken out. */
  readonly was: string
  readonly now: string
  /** The changed function or value that holds it. */
  readonly holder: string
}

/** A mutant as a reader of a language finds it. */
export type Mutation = Pick<Mutant, 'start' | 'end' | 'text' | 'was' | 'now'>

/** All mutants, those of the same function as far apart as possible: any first part of them is spread over the change. */
export function spreadOver(mutants: readonly Mutant[]): readonly Mutant[] {
  const groups = Map.groupBy(mutants, ({ path, holder }) => `${path} ${holder}`)
  const lists = [...groups.values()].map(group =>
    group.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
  )
  const turns = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: turns }, (_, turn) => lists.flatMap(list => list[turn] ?? [])).flat()
}

/** The same for the same code, and no preference for the beginning of a function or for a kind of change. */
const orderOf = ({ path, start, was, now }: Mutant): string => hash('sha256', `${path} ${start} ${was} ${now}`)
