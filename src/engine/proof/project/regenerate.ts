import type { GateResult } from '../../../core/proof/receipt.ts'
import { fittingsOf } from '../../../core/settings/config.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import { someOf } from '../../../core/text/lists.ts'
import type { Ports } from '../../../ports.ts'
import type { ProofOptions } from '../case.ts'
import { layOut } from '../forms/forms.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { Bench, isGreen } from '../suite/bench.ts'
import { RoomAltered } from '../suite/room-altered.ts'
import { changedTexts, type Formattable, type Formatted, keepRewritten, refOfRewritten } from './format.ts'

const TEXT_BYTES_MAX = 4 * 1024 * 1024

/**
 * Runs the generators of tracked files again, in a room of the draft: their output is proven and lands, so that a command that
 * generates them once more changes nothing. Null if nothing is generated.
 */
export async function regenerateDraft(
  ports: Pick<Ports, 'vault' | 'rooms' | 'store' | 'leaveOut'>,
  on: Formattable,
  options: ProofOptions,
): Promise<Formatted | null> {
  const { draft, contract, config } = on
  const generated = Object.entries(config.generated ?? {})
  const fittings = fittingsOf(config)
  if (generated.length === 0 || config.quick || (await ports.rooms.environment(fittings)).rehearsed) return null
  const base = await ports.vault.treeOf(draft.base)
  const { asSubmitted, base: bareBase } = await layOut(
    ports.vault,
    { base, candidate: draft.tree, changes: draft.changes },
    contract,
    { alsoProtected: config.protect, restores: true },
  )
  const list = await ports.vault.list(asSubmitted)
  const wanted = generated.map(([glob, command]) => ({
    command,
    paths: list.filter(path => matchesAny(path, [glob])),
  }))
  const used = wanted.filter(({ paths }) => paths.length > 0)
  if (used.length === 0) return null
  const before = await plainTexts(
    ports,
    asSubmitted,
    used.flatMap(({ paths }) => paths),
  )
  const bench = new Bench(ports, {
    limits: config.limits,
    token: options.token,
    signal: options.signal,
    preparation: () => ({ setup: contract.commands.setup, build: undefined }),
    fittings,
    base: bareBase,
    compilers: [],
  })
  try {
    let texts: ReadonlyMap<string, string> = before
    let last: { readonly command: string; readonly gate: GateResult } | null = null
    for (const command of new Set(used.map(each => each.command))) {
      const made = await bench.rewrite(asSubmitted, command, [...before.keys()])
      texts = made.texts
      const edits = changedTexts(before, texts)
      const words = isGreen(made.outcome)
        ? `${edits.length} of ${before.size} generated files written again${edits.length > 0 ? `: ${someOf(edits.map(({ path }) => path))}` : ''}`
        : `the generator of ${someOf(used.flatMap(({ paths }) => paths))} failed: ${endWords(made.outcome)}`
      const verdict = isGreen(made.outcome) ? 'passed' : 'failed'
      last = { command, gate: commandGate('generated', { command, outcome: made.outcome }, { verdict, words }) }
      if (verdict === 'failed') return { draft, gate: last.gate }
    }
    const edits = changedTexts(before, texts)
    if (edits.length === 0) return { draft, gate: last!.gate }
    const tree = await ports.vault.edit(draft.tree, edits)
    await keepRewritten(ports, on, tree)
    const changes = await ports.vault.diff(base, tree)
    return { draft: { ...draft, tree, ref: refOfRewritten(draft), changes }, gate: last!.gate }
  } catch (error) {
    // The proof runs the same setup, and refuses the draft because of it.
    if (error instanceof RoomAltered) return null
    throw error
  } finally {
    await bench.close()
  }
}

async function plainTexts(
  { vault }: Pick<Ports, 'vault'>,
  tree: Parameters<Ports['vault']['look']>[0],
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [path, { is, text }] of await vault.look(tree, paths, TEXT_BYTES_MAX))
    if (text !== null && (is === 'file' || is === 'executable')) texts.set(path, text)
  return texts
}
