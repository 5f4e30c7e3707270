import { isWider } from './wider-signature.ts'

/** The difference between two sets of public signatures. */
export interface SignatureDifference {
  readonly added: readonly string[]
  readonly removed: readonly { readonly name: string; readonly was: string }[]
  readonly changed: readonly SignatureChange[]
  /** Changed in a way that every use of the old one survives. */
  readonly widened: readonly SignatureChange[]
}

interface SignatureChange {
  readonly name: string
  readonly was: string
  readonly is: string
}

/** By name, in the old order. */
export function compareSignatures(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): SignatureDifference {
  const removed: SignatureDifference['removed'][number][] = []
  const changed: SignatureChange[] = []
  const widened: SignatureChange[] = []
  for (const [name, was] of before) {
    const is = after.get(name)
    if (is === undefined) removed.push({ name, was })
    else if (is !== was) (isWider(was, is) ? widened : changed).push({ name, was, is })
  }
  return { removed, changed, widened, added: [...after.keys()].filter(name => !before.has(name)) }
}

/** Signatures that a command printed, one per line. A line is its own name: a changed one is one removed and one added. */
export const printedSignatures = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/\r?\n/)
      .map(line => line.trim())
      .filter(Boolean)
      .map(line => [line, line]),
  )

/** Whether the texts of a task mention a public name, as in its `Interfaces`. */
export const mentionsSignature = (texts: readonly string[], name: string): boolean => {
  const word = /[\w$]+$/.exec(name.replace(/ \(.*$/, ''))?.[0] ?? name
  return texts.some(text => text.split(/[^\w$]+/).includes(word))
}
