import type { RunId } from '../plan/ids.ts'
import { unreachable } from '../result.ts'
import { someOf } from '../text/lists.ts'

/** A place where the journal differs from what pm-agent wrote. */
export type SealBreak =
  | { readonly is: 'missing'; readonly run: RunId; readonly from: number; readonly to: number }
  | { readonly is: 'changed'; readonly run: RunId; readonly version: number }
  | { readonly is: 'added'; readonly run: RunId; readonly version: number }
  /** Sealed, and of a kind that this pm-agent does not know. */
  | { readonly is: 'unknown'; readonly run: RunId; readonly version: number; readonly type: string }
  | { readonly is: 'result-changed'; readonly key: string }

/** A break in words, with its place. */
export function breakWords(broken: SealBreak): string {
  switch (broken.is) {
    case 'missing': {
      const { from, to, run } = broken
      return from === to
        ? `event ${from} of run ${run} is missing`
        : `events ${from} to ${to} of run ${run} are missing`
    }
    case 'changed':
      return `event ${broken.version} of run ${broken.run} was changed`
    case 'added':
      return `event ${broken.version} of run ${broken.run} was added by something else`
    case 'unknown':
      return `event ${broken.version} of run ${broken.run} is of an unknown kind: ${broken.type.slice(0, 60)}`
    case 'result-changed':
      return `the remembered result ${broken.key.slice(0, 12)} was changed`
    default:
      return unreachable(broken)
  }
}

const SHOWN_MAX = 3

/** The first few breaks in one line. */
export const breaksLine = (breaks: readonly SealBreak[]): string =>
  someOf(breaks.map(breakWords), { max: SHOWN_MAX, between: '; ' })
