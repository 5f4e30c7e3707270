import type { GateResult } from '../../../core/proof/receipt.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { someOf } from '../../../core/text/lists.ts'
import type { Ports } from '../../../ports.ts'
import type { ProofOptions } from '../case.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { isGreen } from '../suite/bench.ts'
import { changedTexts, type Formattable, type Formatted, inRewritingRoom, plainTexts } from './format.ts'

/**
 * Runs the generators of tracked files again, in a room of the draft: their output is proven and lands, so that a command that
 * generates them once more changes nothing. Null if nothing is generated.
 */
export async function regenerateDraft(
  ports: Pick<Ports, 'vault' | 'rooms' | 'store' | 'leaveOut'>,
  on: Formattable,
  options: ProofOptions,
): Promise<Formatted | null> {
  const generated = Object.entries(on.config.generated ?? {})
  if (generated.length === 0) return null
  return inRewritingRoom(ports, on, options, async ({ bench, layouts: { asSubmitted }, keep, draftWith }) => {
    const list = await ports.vault.list(asSubmitted)
    const used = generated
      .map(([glob, command]) => ({ command, paths: list.filter(path => matchesAny(path, [glob])) }))
      .filter(({ paths }) => paths.length > 0)
    if (used.length === 0) return null
    const paths = used.flatMap(each => each.paths)
    const before = await plainTexts(ports.vault, asSubmitted, paths)
    let texts: ReadonlyMap<string, string> = before
    let gate: GateResult | null = null
    for (const command of new Set(used.map(each => each.command))) {
      const made = await bench.rewrite(asSubmitted, command, [...before.keys()])
      texts = made.texts
      const edits = changedTexts(before, texts)
      const isMade = isGreen(made.outcome)
      const words = isMade
        ? `${edits.length} of ${before.size} generated files written again${edits.length > 0 ? `: ${someOf(edits.map(({ path }) => path))}` : ''}`
        : `the generator of ${someOf(paths)} failed: ${endWords(made.outcome)}`
      const verdict = isMade ? 'passed' : 'failed'
      gate = commandGate('generated', { command, outcome: made.outcome }, { verdict, words })
      if (!isMade) return { draft: on.draft, gate }
    }
    return { draft: await draftWith(await keep(changedTexts(before, texts))), gate: gate! }
  })
}
