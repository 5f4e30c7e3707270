import { neverRan } from '../../core/exit-codes.ts'
import type { ReleaseCommand } from '../../core/handover/release-commands.ts'
import type { ReleaseCheck, ReleaseTree, ReleaseVerdict } from '../../core/handover/release-proof.ts'
import type { Tree } from '../../core/plan/ids.ts'
import type { Failure } from '../../core/proof/receipt.ts'
import type { TestResult } from '../../core/proof/test-results.ts'
import { importantLines } from '../../core/text/clean-text.ts'
import { plural, someOf } from '../../core/text/lists.ts'
import type { Ports } from '../../ports.ts'
import { endWords } from '../proof/gate-result.ts'
import { alteredBase } from '../proof/suite/altered-gate.ts'
import { askAgain } from '../proof/suite/asked-again.ts'
import { type Bench, type CommandOutcome, isGreen } from '../proof/suite/bench.ts'
import { compareSuites } from '../proof/suite/compare.ts'
import { settleTests } from '../proof/suite/flaky.ts'
import { RoomAltered } from '../proof/suite/room-altered.ts'
import { failedIn, observeCommand, observedOutput, type SeenCommand } from './observe-command.ts'

const LINES_MAX = 40
const FAILURES_MAX = 20

/** The code that a release gate checks, and what is known about failures before it. */
export interface CheckedTree {
  readonly ports: Pick<Ports, 'vault' | 'runners'>
  readonly bench: Bench
  readonly on: ReleaseTree
  readonly tree: Tree
  /** Code without anything of the plan: a check that fails there as well is a known failure. */
  readonly before: readonly Tree[]
  /** Whether this command was there before the plan, so that its failure there means something. */
  readonly wasThere: (command: string) => boolean
  /** Whether the user configured this command; a missing program is a problem only then. */
  readonly isConfigured: (command: string) => boolean
  readonly preparation: { readonly setup: string | null; readonly build: string | null }
  readonly commands: readonly ReleaseCommand[]
  readonly rehearsed: boolean
}

/** Runs every command of the release gate on one tree. If its room cannot be prepared, that is the only result. */
export async function checkTree(on: CheckedTree): Promise<readonly ReleaseCheck[]> {
  const { preparation } = on
  const found: ReleaseCheck[] = []
  if (preparation.build !== null) {
    const built = await guarded(on, { name: 'build', command: preparation.build }, () => buildOf(on))
    found.push(built)
    if (built.verdict !== 'passed') return found
  }
  for (const command of on.commands) {
    const check = await guarded(on, command, () => checkCommand(on, command))
    found.push(check)
    // Nothing else can run in a room without setup, and nothing can be taken back that was not done.
    if (check.name === 'setup' || (check.name === 'migrate' && check.verdict !== 'passed')) break
  }
  return found
}

/** A command that alters its room is a failed check. */
async function guarded(
  on: CheckedTree,
  { name, command, area }: ReleaseCommand,
  check: () => Promise<ReleaseCheck>,
): Promise<ReleaseCheck> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof RoomAltered)) throw error
    const nothing = {
      exitCode: null,
      comparedBy: 'exit-code',
      outputDigest: '',
      outputFile: '',
      durationMs: 0,
    } as const
    return {
      ...{ ...nothing, name, command, on: on.on, codeTree: on.tree },
      ...(area === undefined ? {} : { area }),
      verdict: 'failed',
      evidence: alteredBase(error),
    }
  }
}

async function buildOf(on: CheckedTree): Promise<ReleaseCheck> {
  const { bench, tree, preparation } = on
  const command = preparation.build!
  const { value: built } = await bench.once(tree, `release: ${command}`, async () => {
    const problem = await bench.prepare(tree)
    const value = problem ?? (await bench.built(tree))!
    return { value, keep: isGreen(value) }
  })
  if (built.setupFailed) return unprepared(on, built)
  if (isGreen(built)) return checked(on, { name: 'build', command }, observedOnly(built), 'passed')
  const again = on.rehearsed ? built : await bench.prepareAgain(tree)
  if (again === null) return checked(on, { name: 'build', command }, observedOnly(built), 'flaky')
  const isKnown = await failsBefore(on, command, async before => {
    const problem = await bench.prepare(before)
    return problem !== null && !problem.setupFailed
  })
  return checked(
    on,
    { name: 'build', command },
    observedOnly(built),
    isKnown ? 'known-failure' : verdictOf(on, built, command),
  )
}

const observedOnly = (outcome: CommandOutcome): SeenCommand => ({
  observed: observedOutput(outcome),
  outcome,
  suite: null,
})

const unprepared = (on: CheckedTree, outcome: CommandOutcome): ReleaseCheck =>
  checked(on, { name: 'setup', command: on.preparation.setup ?? '' }, observedOnly(outcome), 'could-not-run')

async function checkCommand(on: CheckedTree, what: ReleaseCommand): Promise<ReleaseCheck> {
  const { ports, bench, tree } = on
  const { name, command } = what
  const isMigration = name === 'migrate' || name === 'migrate_back'
  // A migration needs a room of its own, and has to run: a remembered result leaves nothing to take back.
  const seen = isMigration
    ? observedOnly(await bench.fresh(tree, { command }, 'project, apart 3'))
    : await observeCommand(ports, bench, { tree, command, isSuite: name === 'test' })
  const { outcome } = seen
  if (outcome.setupFailed) return unprepared(on, outcome)
  if (seen.suite) return suiteCheck(on, what, seen, seen.suite)
  if (isGreen(outcome)) return checked(on, what, seen, 'passed')
  // A program that is missing shows nothing about the code, before the plan or after it.
  if (isMigration || on.rehearsed || isMissing(outcome)) return checked(on, what, seen, verdictOf(on, outcome, command))
  const again = await askAgain(bench, { tree, command, first: outcome })
  if (again?.is === 'passed') return checked(on, what, observedOnly(again.outcome), 'flaky')
  const isKnown = await failsBefore(on, command, async before => !isGreen(await bench.run(before, command)))
  return checked(on, what, seen, isKnown ? 'known-failure' : verdictOf(on, outcome, command))
}

async function suiteCheck(
  on: CheckedTree,
  what: ReleaseCommand,
  seen: SeenCommand,
  { of: suite, report }: NonNullable<SeenCommand['suite']>,
): Promise<ReleaseCheck> {
  const failed = failedIn(report)
  if (failed.length === 0) return checked(on, what, seen, isGreen(seen.outcome) ? 'passed' : 'failed')
  const known = new Set<string>()
  let newFailures: readonly TestResult[] = report.tests.filter(({ status }) => status === 'failed')
  let broken: readonly string[] = report.broken.map(({ file }) => file)
  for (const before of on.wasThere(what.command) ? on.before : []) {
    const then = (await suite.run(before)).report
    if (!then) continue
    const compared = compareSuites(then, report)
    for (const id of failedIn(then)) if (failed.includes(id)) known.add(id)
    newFailures = newFailures.filter(({ id }) => compared.failed.some(test => test.id === id))
    broken = broken.filter(file => compared.broken.some(one => one.file === file))
  }
  const withKnown = known.size > 0 ? { known: [...known].sort() } : {}
  if (newFailures.length === 0 && broken.length === 0) return checked(on, what, seen, 'known-failure', withKnown)
  const base = on.before[0] ?? on.tree
  const settled =
    broken.length > 0
      ? { failed: newFailures, flaky: [] }
      : await settleTests(on, suite, { tree: on.tree, base, tests: newFailures, isOwn: () => false })
  const blocking = [...settled.failed, ...settled.flaky]
  if (blocking.length === 0 && broken.length === 0) return checked(on, what, seen, 'flaky', withKnown)
  const names = [...blocking.map(({ id }) => id), ...broken]
  return checked(on, what, seen, 'failed', {
    ...withKnown,
    failures: failuresOf(blocking),
    words: `${plural(names.length, 'test')} failed: ${someOf(names, { max: 3 })}`,
  })
}

const failuresOf = (tests: readonly TestResult[]): readonly Failure[] =>
  tests.slice(0, FAILURES_MAX).map(({ id, failure, file }) => ({
    test: id,
    message: failure?.message ?? '',
    file: failure?.at?.file ?? file ?? null,
    line: failure?.at?.line ?? null,
  }))

/** Whether the command fails on code without the plan as well. */
async function failsBefore(
  { before, wasThere, rehearsed }: CheckedTree,
  command: string,
  fails: (tree: Tree) => Promise<boolean>,
): Promise<boolean> {
  if (rehearsed || !wasThere(command)) return false
  for (const tree of before) if (await fails(tree)) return true
  return false
}

const isMissing = ({ ending }: CommandOutcome): boolean => ending.is === 'exited' && neverRan(ending.code)

/** A failed command: the code's fault, or one of the machine. */
function verdictOf({ isConfigured }: CheckedTree, outcome: CommandOutcome, command: string): ReleaseVerdict {
  if (isMissing(outcome)) return isConfigured(command) ? 'could-not-run' : 'absent'
  return outcome.ending.is === 'exited' ? 'failed' : 'could-not-run'
}

function checked(
  { on, tree }: CheckedTree,
  { name, command, area }: ReleaseCommand,
  { observed, outcome }: SeenCommand,
  verdict: ReleaseVerdict,
  more: { readonly known?: readonly string[]; readonly failures?: readonly Failure[]; readonly words?: string } = {},
): ReleaseCheck {
  const { words = endWords(outcome), known, failures } = more
  const lines = verdict === 'passed' ? [] : importantLines(outcome.output, LINES_MAX)
  return {
    ...observed,
    name,
    ...(area === undefined ? {} : { area }),
    on,
    codeTree: tree,
    command,
    verdict,
    evidence: [words, ...lines].join('\n'),
    ...(failures && failures.length > 0 ? { failures } : {}),
    ...(known ? { known } : {}),
  }
}
