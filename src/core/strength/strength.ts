import { plural, someOf } from '../text/lists.ts'

/** How many small changes of the new code the tests notice, and the code that they do not notice at all. */
export interface Strength {
  /** Mutants that a test noticed, and all that ran. */
  readonly noticed: number
  readonly of: number
  readonly survivors: readonly Survivor[]
  /** Changed functions that no test notices when they are empty. */
  readonly unnoticed: readonly ChangedFunction[]
  /** Tests of the change that notice none of its changed code. */
  readonly idle: readonly string[]
  /** Mutants that did not fit into the time. */
  readonly left: number
}

/** A change of the code that no test noticed: its place, and the code before and after it. */
interface Survivor {
  readonly path: string
  readonly line: number
  readonly was: string
  /** Empty if the code was taken out. */
  readonly now: string
}

/** A function or value that the change added or changed. */
export interface ChangedFunction {
  readonly name: string
  readonly path: string
  readonly line: number
}

/** The strength of a proof; null if none was measured. */
export const strengthOf = (
  receipt: { readonly gates: readonly { readonly strength?: Strength }[] } | null | undefined,
): Strength | null => receipt?.gates.find(({ strength }) => strength !== undefined)?.strength ?? null

/** Whether an agent can be shown a change that its tests do not notice. */
export const hasGaps = (strength: Strength | null): boolean =>
  strength !== null && strength.survivors.length + strength.unnoticed.length > 0

/** `7 of 9`; null if no mutant ran. */
export const strengthWords = (strength: Strength | null): string | null =>
  strength === null || strength.of === 0 ? null : `${strength.noticed} of ${strength.of}`

/** `the tests notice 7 of 9 small changes of the new code, and not that slug is empty`. */
export function gapSentence({ noticed, of, unnoticed }: Strength): string {
  const names = someOf(unnoticed.map(({ name }) => name))
  const empty =
    unnoticed.length > 0 ? [`no test notices when ${names} ${unnoticed.length === 1 ? 'is' : 'are'} empty`] : []
  const small = of > 0 ? [`the tests notice ${noticed} of ${of} small changes of the new code`] : []
  return [...small, ...empty].join('; ')
}

const SHOWN_MAX = 12

/** Everything that the tests do not notice, one line each. */
export function gapLines({ survivors, unnoticed, idle }: Strength): readonly string[] {
  const more = survivors.length - SHOWN_MAX
  return [
    ...unnoticed.map(({ name, path, line }) => `no test notices when ${name} (${path}:${line}) is empty`),
    ...survivors.slice(0, SHOWN_MAX).map(survivor => `the tests also pass when ${survivorWords(survivor)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(idle.length > 0
      ? [
          `${plural(idle.length, 'test')} of the change notice${idle.length === 1 ? 's' : ''} none of it: ${someOf(idle, { max: 3, between: '; ' })}`,
        ]
      : []),
  ]
}

const survivorWords = ({ path, line, was, now }: Survivor): string =>
  `${now === '' ? `\`${was}\` is gone` : `\`${was}\` is \`${now}\``} in ${path}:${line}`
