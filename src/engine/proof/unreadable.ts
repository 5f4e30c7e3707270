import type { Receipt } from '../../core/proof/receipt.ts'
import type { Ports } from '../../ports.ts'
import type { Subject } from './case.ts'
import { readingGate } from './gate-result.ts'

/** A draft that could not be read completely: a fault of the draft, not of the machine. */
export class Unreadable extends Error {}

export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && /call stack/i.test(error.message)

/** The receipt of a proof; if the draft could not be read, it says so, and the draft goes back to its agent. */
export async function readable(
  ports: Pick<Ports, 'vault' | 'rooms'>,
  { draft, contract, contractHash }: Subject,
  prove: () => Promise<Receipt>,
): Promise<Receipt> {
  try {
    return await prove()
  } catch (error) {
    if (!(error instanceof Unreadable) && !isStackOverflow(error)) throw error
    const why = error instanceof Unreadable ? error.message : NESTED_TOO_DEEPLY
    const { toolchain, sandbox } = await ports.rooms.environment()
    return {
      base: await ports.vault.treeOf(draft.base),
      codeTree: await ports.vault.without(draft.tree, contract.bookkeeping),
      contractHash,
      toolchain,
      sandbox,
      gates: [readingGate('readable', `${why} Look for generated or very large files and leave them out.`)],
      basis: 'none',
      redGreen: [],
      durationMs: 0,
    }
  }
}

export const NESTED_TOO_DEEPLY = 'The changed files cannot be read: their code is nested too deeply.'
