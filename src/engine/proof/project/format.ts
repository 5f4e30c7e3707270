import { NOT_FOUND } from '../../../core/exit-codes.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import type { Draft } from '../../../core/proof/draft.ts'
import type { GateResult, Verdict } from '../../../core/proof/receipt.ts'
import type { Identity } from '../../../core/run/event.ts'
import { fittingsOf } from '../../../core/settings/config.ts'
import { plural, someOf } from '../../../core/text/lists.ts'
import { shellQuoted } from '../../../core/text/shell-word.ts'
import type { Ports, TreeEdit } from '../../../ports.ts'
import type { ProofOptions, Subject } from '../case.ts'
import { type Layouts, layOut } from '../forms/forms.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { isProtected } from '../settings/protected.ts'
import { Bench, exitCodeOf, isGreen, type Rewritten } from '../suite/bench.ts'
import { RoomAltered } from '../suite/room-altered.ts'

const TEXT_BYTES_MAX = 4 * 1024 * 1024
/** The command is one argument of the shell, which is limited to 128 KiB. */
const WORDS_BYTES_MAX = 64 * 1024
const FILES = '{files}'

/** A draft in the project's format, and the gate of the formatter. */
export interface Formatted {
  readonly draft: Draft
  readonly gate: GateResult
}

/** A draft that may be rewritten, and the author of the rewritten commit. */
export type Formattable = Omit<Subject, 'draft'> & {
  readonly draft: Draft
  readonly writer: { readonly identity: Identity; readonly at: number }
}

type RewritingPorts = Pick<Ports, 'vault' | 'rooms' | 'store' | 'leaveOut'>

/** The room of a draft in which its files are rewritten. */
interface RewritingRoom {
  readonly bench: Bench
  readonly layouts: Layouts
  /** Keeps the draft's tree with other texts. */
  readonly keep: (edits: readonly TreeEdit[]) => Promise<Tree>
  /** The draft with a kept tree. */
  readonly draftWith: (tree: Tree) => Promise<Draft>
}

/** Rewrites files of a draft in a separate room; null where nothing is run, and where setup alters the room, which the proof refuses. */
export async function inRewritingRoom<T>(
  { vault, rooms, store }: RewritingPorts,
  { draft, contract, config, writer }: Formattable,
  { token, signal }: ProofOptions,
  work: (room: RewritingRoom) => Promise<T | null>,
): Promise<T | null> {
  const fittings = fittingsOf(config)
  if (config.quick || (await rooms.environment(fittings)).rehearsed) return null
  const base = await vault.treeOf(draft.base)
  const layouts = await layOut(vault, { base, candidate: draft.tree, changes: draft.changes }, contract, {
    alsoProtected: config.protect,
    restores: true,
  })
  const preparation = () => ({ setup: contract.commands.setup, build: undefined })
  const bench = new Bench(
    { rooms, store },
    { limits: config.limits, token, signal, preparation, fittings, base: layouts.base, compilers: [] },
  )
  // A second ref, beside that of the attempt's own tree.
  const ref = `${draft.ref.replace(/-formatted$/, '')}-formatted`
  const keep = async (edits: readonly TreeEdit[]): Promise<Tree> => {
    const tree = edits.length > 0 ? await vault.edit(draft.tree, edits) : draft.tree
    if (tree === draft.tree) return tree
    const commit = await vault.commit({ tree, parent: draft.base, message: 'as the project writes it\n', ...writer })
    await vault.keep(ref, commit)
    return tree
  }
  const draftWith = async (tree: Tree): Promise<Draft> =>
    tree === draft.tree ? draft : { ...draft, tree, ref, changes: await vault.diff(base, tree) }
  try {
    return await work({ bench, layouts, keep, draftWith })
  } catch (error) {
    if (error instanceof RoomAltered) return null
    throw error
  } finally {
    await bench.close()
  }
}

/**
 * Runs the project's formatter on the changed files of a draft. Its changes of other files are dropped; if it fails, the draft stays the
 * same, and the gate reports it. Null if there is nothing to do.
 */
export async function formatDraft(
  ports: RewritingPorts,
  on: Formattable,
  options: ProofOptions,
): Promise<Formatted | null> {
  const { draft, contract } = on
  const { format: command } = contract.commands
  if (!command) return null
  return inRewritingRoom(ports, on, options, async ({ bench, layouts: { asSubmitted }, keep, draftWith }) => {
    const before = await textsOf(ports, on, asSubmitted)
    if (before.size === 0) return null
    const what = `${command}\nfor ${draft.ref}, ${draft.tree}`
    const { value, cached } = await bench.once(asSubmitted, what, async () => {
      const made = await rewrite(bench, asSubmitted, command, [...before.keys()])
      const edits = isGreen(made.outcome) ? changedTexts(before, made.texts) : []
      const gate = commandGate('format', { command, outcome: made.outcome }, judge(made, edits.length, before.size))
      return { value: { tree: await keep(edits), gate }, keep: isGreen(made.outcome) }
    })
    const gate = cached ? { ...value.gate, cached, durationMs: 0 } : value.gate
    return { draft: await draftWith(value.tree), gate }
  })
}

/** Texts that may be rewritten: changed by the draft, and neither bookkeeping nor configuration of checks. */
async function textsOf(
  { vault }: Pick<Ports, 'vault'>,
  { draft, config }: Formattable,
  asSubmitted: Tree,
): Promise<ReadonlyMap<string, string>> {
  const paths = draft.changes
    .filter(({ path, status }) => status !== 'deleted' && !isProtected(path, config.protect))
    .map(({ path }) => path)
  const left = await plainTexts(vault, draft.tree, paths)
  const submitted = await plainTexts(vault, asSubmitted, paths)
  // Bookkeeping is not in the submitted form, and files restored from the base have another text there.
  return new Map([...left].filter(([path, text]) => submitted.get(path) === text))
}

/** The texts of files, not of links. */
export async function plainTexts(
  vault: Ports['vault'],
  tree: Tree,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [path, { is, text }] of await vault.look(tree, paths, TEXT_BYTES_MAX))
    if (text !== null && (is === 'file' || is === 'executable')) texts.set(path, text)
  return texts
}

/** Formats all files, in several rounds if the command is too long; stops at the first failure. */
async function rewrite(bench: Bench, tree: Tree, command: string, paths: readonly string[]): Promise<Rewritten> {
  const others = new Set<string>()
  let last: Rewritten | null = null
  for (const some of inRounds(paths)) {
    const words = some.map(quoted).join(' ')
    const full = command.includes(FILES) ? command.replaceAll(FILES, () => words) : `${command} ${words}`
    last = await bench.rewrite(tree, full, paths)
    for (const path of last.others) others.add(path)
    if (!isGreen(last.outcome)) break
  }
  return { ...last!, others: [...others] }
}

function inRounds(paths: readonly string[]): readonly (readonly string[])[] {
  const rounds: string[][] = [[]]
  let size = 0
  for (const path of paths) {
    size += path.length * 2 + 5
    if (size > WORDS_BYTES_MAX) {
      rounds.push([])
      size = path.length * 2 + 5
    }
    rounds.at(-1)!.push(path)
  }
  return rounds
}

/** Prevents that a path is read as an option. */
const quoted = (path: string): string => shellQuoted(path.startsWith('-') ? `./${path}` : path)

export const changedTexts = (
  before: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): readonly Extract<TreeEdit, { text: string }>[] =>
  [...texts].filter(([path, text]) => before.get(path) !== text).map(([path, text]) => ({ path, text }))

/** Layout does not affect the work, so a failing formatter does not block landing. */
function judge(
  { outcome, others, texts }: Rewritten,
  count: number,
  of: number,
): { readonly verdict: Verdict; readonly words: string; readonly blocking: false } {
  const asLeft = 'the files stay as the agent left them'
  if (outcome.setupFailed) return { verdict: 'not-run', words: `setup failed; ${asLeft}`, blocking: false }
  if (outcome.ending.is === 'could-not-start' || exitCodeOf(outcome) === NOT_FOUND)
    return {
      verdict: 'not-run',
      words: `the formatter is not installed (${endWords(outcome)}); ${asLeft}`,
      blocking: false,
    }
  if (!isGreen(outcome))
    return { verdict: 'failed', words: `the formatter failed (${endWords(outcome)}); ${asLeft}`, blocking: false }
  const gone = of - texts.size
  const words = [
    `${count} of ${plural(of, 'changed file')} rewritten`,
    ...(gone > 0 ? [`${gone} that it deleted were kept`] : []),
    ...(others.length > 0 ? [`its changes of other files were dropped: ${someOf(others)}`] : []),
  ]
  return { verdict: 'passed', words: words.join('; '), blocking: false }
}
