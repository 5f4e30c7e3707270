import { neverRan } from '../../core/exit-codes.ts'
import type { ExpectedResult, Manifest, ManifestClaim } from '../../core/handover/manifest.ts'
import type { VerifiedClaim } from '../../core/handover/verification.ts'
import { type Commit, commit, shortCommit, type Tree } from '../../core/plan/ids.ts'
import type { Expectation } from '../../core/plan/plan.ts'
import { compilersOf } from '../../core/proof/compilers.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { DEFAULT_LIMITS, type Fittings } from '../../core/settings/config.ts'
import { matchesAny } from '../../core/text/glob.ts'
import { plural, someOf } from '../../core/text/lists.ts'
import type { Ports } from '../../ports.ts'
import { endWords } from '../proof/gate-result.ts'
import { shortfall } from '../proof/shown/expectation.ts'
import { alteredBase, isLockFile } from '../proof/suite/altered-gate.ts'
import { Bench, type CommandOutcome } from '../proof/suite/bench.ts'
import { RoomAltered } from '../proof/suite/room-altered.ts'
import { observeCommand, type SeenCommand } from './observe-command.ts'

type VerifyPorts = Pick<Ports, 'vault' | 'rooms' | 'runners' | 'store'>

/** The way a claim is repeated. */
export interface Repeating {
  readonly token: string
  readonly signal: AbortSignal
  /** The problem with a commit of the manifest; null if it is here with all its files. */
  readonly missing: (commit: string) => string | null
  /** The tree of the merge; null if it cannot be made here. */
  readonly mergedTree: Tree | null
  readonly onClaim: (claim: VerifiedClaim) => void
}

/** Repeats every claim in clean rooms, one after the other; the rooms are those that the manifest describes. */
export async function verifyClaims(
  ports: VerifyPorts,
  manifest: Manifest,
  how: Repeating,
): Promise<readonly VerifiedClaim[]> {
  const { vault } = ports
  const { rooms } = manifest
  const fittings: Fittings = { copy: rooms.copy, services: rooms.services, env: rooms.env, network: rooms.network }
  const codeOf = async (tree: Tree) => vault.without(tree, rooms.bookkeeping)
  const head = how.missing(manifest.commit) === null ? await codeOf(await vault.treeOf(commit(manifest.commit))) : null
  const { missing: lacking = [] } = await ports.rooms.environment(fittings)
  const bench = new Bench(ports, {
    limits: { ...DEFAULT_LIMITS, gateMinutes: rooms.minutes, memoryMb: rooms.memory_mb },
    fittings,
    ...{ token: how.token, signal: how.signal },
    preparation: () => ({ setup: rooms.setup ?? undefined, build: rooms.build ?? undefined }),
    compilers: head === null ? [] : compilersOf(await vault.list(head)),
    // Never the tree of a claim: a failure on a base would be remembered, and not run twice.
    base: await baseOf(vault, manifest, how),
    mayChange: (_, path) => matchesAny(path, rooms.generated) || isLockFile(path),
  })
  const found: VerifiedClaim[] = []
  const treeOf = async (claim: ManifestClaim): Promise<Ground['tree']> => {
    const problem = how.missing(claim.commit)
    if (problem !== null) return err(problem)
    const whole = claim.on === 'merge' ? how.mergedTree : await vault.treeOf(commit(claim.commit) as Commit)
    return whole === null ? err('the merge cannot be made here') : ok(await codeOf(whole))
  }
  try {
    for (const claim of manifest.claims) {
      const result = await verifyClaim(ports, bench, claim, { lacking, tree: await treeOf(claim) })
      found.push(result)
      how.onClaim(result)
    }
    return found
  } finally {
    await bench.close()
  }
}

/** A claim's code, or the reason why there is none; and the tools that this machine lacks. */
interface Ground {
  readonly lacking: readonly string[]
  readonly tree: Result<Tree, string>
}

async function verifyClaim(
  ports: VerifyPorts,
  bench: Bench,
  claim: ManifestClaim,
  { lacking, tree: found }: Ground,
): Promise<VerifiedClaim> {
  const says = (result: VerifiedClaim['result'], words: string, same: boolean | null = null): VerifiedClaim => ({
    ...{ id: claim.id, result, words, command: claim.command, same_output: same },
  })
  if (!found.ok) return says('could-not-run', found.error)
  const tree = found.value
  if (tree !== claim.code_tree)
    return says('failed', `the code of ${shortCommit(claim.commit)} is another one than the manifest names`)
  if (lacking.length > 0) return says('could-not-run', lacking.join('; '))
  try {
    const first = await repeat(ports, bench, claim, tree)
    const problem = difference(claim, first)
    const same = digestOf(claim, first) === claim.output_digest
    if (problem === null) return says('held', heldWords(claim, first), same)
    if (problem.is === 'could-not-run') return says('could-not-run', problem.words)
    // One failure may be a flaky check: it has to fail twice.
    await bench.forget(tree)
    const second = await repeat(ports, bench, claim, tree)
    if (difference(claim, second) === null) return says('held', `${heldWords(claim, second)}; at the second try`, false)
    return says('failed', `${claim.command}: ${problem.words}`, same)
  } catch (error) {
    if (!(error instanceof RoomAltered)) throw error
    return says('failed', alteredBase(error))
  }
}

async function baseOf(vault: VerifyPorts['vault'], { base_commit, rooms }: Manifest, { missing }: Repeating) {
  if (base_commit === null || missing(base_commit) !== null) return vault.emptyTree()
  return vault.without(await vault.treeOf(commit(base_commit)), rooms.bookkeeping)
}

/** A criterion was recorded with the digest of its whole output. */
const digestOf = ({ on }: ManifestClaim, { observed, outcome }: SeenCommand): string =>
  on === 'task' ? `sha256:${outcome.outputDigest}` : observed.outputDigest

/** A criterion runs in a room where no tests ran; a migration in one where nothing else did. */
const repeat = (ports: VerifyPorts, bench: Bench, claim: ManifestClaim, tree: Tree): Promise<SeenCommand> =>
  observeCommand(ports, bench, {
    ...{ tree, command: claim.command, isSuite: claim.compared_by === 'tests' },
    use: claim.on === 'task' ? 'criteria' : /\/migrate/.test(claim.id) ? 'project, apart 3' : 'project',
  })

interface Difference {
  readonly is: 'failed' | 'could-not-run'
  readonly words: string
}

/** The difference to the expected result; null if there is none. */
function difference(claim: ManifestClaim, { observed, outcome }: SeenCommand): Difference | null {
  const { exitCode } = observed
  const fails = (words: string): Difference => ({ is: 'failed', words })
  if (cannotRun(outcome, claim) || exitCode === null) return { is: 'could-not-run', words: endOf(outcome) }
  const { expected } = claim
  if (claim.compared_by !== 'tests') {
    // A failure that was known before may be repaired meanwhile.
    if ((claim.verdict === 'known-failure' || claim.verdict === 'waived') && exitCode === 0) return null
    const words = shortfall(expectationOf(expected), { exitCode, stdout: outcome.stdout })
    return words === null ? null : fails(words)
  }
  if (!observed.tests) return { is: 'could-not-run', words: 'its tests cannot be read one by one here' }
  const known = new Set(expected.may_fail)
  const failed = (observed.failed ?? []).filter(id => !known.has(id))
  if (failed.length > 0) return fails(`${plural(failed.length, 'test')} failed: ${someOf(failed, { max: 3 })}`)
  const { passed } = observed.tests
  if (expected.tests_passed !== undefined && passed + known.size < expected.tests_passed)
    return fails(`${plural(passed, 'test')} pass, and the manifest says ${expected.tests_passed}`)
  return expected.exit_code !== undefined && exitCode !== expected.exit_code
    ? fails(`expected exit ${expected.exit_code}, got exit ${exitCode}`)
    : null
}

/** A missing tool or a failed setup tells nothing about the code; but an expected exit code is one. */
const cannotRun = ({ setupFailed, ending }: CommandOutcome, { expected }: ManifestClaim): boolean =>
  setupFailed === true || ending.is !== 'exited' || (neverRan(ending.code) && ending.code !== expected.exit_code)

const endOf = (outcome: CommandOutcome): string =>
  `${outcome.setupFailed ? 'setup failed: ' : ''}${endWords(outcome)}${lastLine(outcome.output)}`

function lastLine(output: string): string {
  const line = output.trim().split('\n').at(-1)?.trim().slice(0, 200)
  return line ? ` (${line})` : ''
}

function expectationOf({ exit_code, stdout, number, words }: ExpectedResult): Expectation {
  if (stdout !== undefined) return { is: 'stdout', text: stdout }
  if (number !== undefined) return { is: 'number', value: number }
  return words === undefined ? { is: 'exit', code: exit_code ?? 0 } : { is: 'words', words }
}

function heldWords({ command }: ManifestClaim, { observed, outcome }: SeenCommand): string {
  const { tests } = observed
  if (!tests) return `${command}: ${endWords(outcome)}`
  return `${command}: ${tests.passed} of ${tests.run} tests pass`
}
