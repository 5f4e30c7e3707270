import { asksForPassingTests } from '../../core/plan/asked-checks.ts'
import type { Contract } from '../../core/plan/contract.ts'
import { concealedIn } from '../../core/plan/held-out.ts'
import type { TaskId, Tree } from '../../core/plan/ids.ts'
import { compilersOf } from '../../core/proof/compilers.ts'
import type { Defence } from '../../core/proof/defence.ts'
import type { Draft } from '../../core/proof/draft.ts'
import { refusedBefore } from '../../core/proof/fix-rate.ts'
import { landingsOf } from '../../core/proof/landed-work.ts'
import { blockers, type GateResult, hasFailed, isProven, type Receipt } from '../../core/proof/receipt.ts'
import type { Report } from '../../core/proof/report.ts'
import { excuse } from '../../core/proof/waiver.ts'
import { draftOf, lastAttempt, type RunState, taskRun } from '../../core/run/state.ts'
import { isWorthStrengthening, isWorthTelling } from '../../core/run/triage.ts'
import type { Commands } from '../../core/settings/commands.ts'
import { fittingsOf } from '../../core/settings/config.ts'
import { judgesTests } from '../../core/settings/judge.ts'
import { contestOf } from '../../core/tester/contest.ts'
import type { Ports } from '../../ports.ts'
import { designText } from '../context/context-documents.ts'
import { readerOf } from '../tree-reader.ts'
import { ambientGate } from './ambient/ambient.ts'
import { type BasisJudgement, showChange } from './basis.ts'
import { type Case, hasProject, type ProofOptions, type Subject } from './case.ts'
import { asksIn } from './change/asked-to-go.ts'
import { testsByCommand, testsByReport } from './change/found-tests.ts'
import { takenByProgram } from './change/imported-tests.ts'
import { reportGates } from './change/report-gates.ts'
import { changedSince } from './forms/changed-since.ts'
import { nameForms } from './forms/form-names.ts'
import { type Layouts, layOut } from './forms/forms.ts'
import { readingGate } from './gate-result.ts'
import { heldOutGate } from './gates/held-out.ts'
import { gatesFor } from './gates/registry.ts'
import { runGates } from './gates/run-gates.ts'
import { withJudge } from './judge/judge.ts'
import { type ReviewCase, withReview } from './judge/review.ts'
import { commandsFor } from './project/commands.ts'
import { formatDraft } from './project/format.ts'
import { regenerateDraft } from './project/regenerate.ts'
import type { DraftShape } from './reading/layout-gates.ts'
import { type DraftReading, readDraft } from './reading/read-draft.ts'
import { controlGates } from './shown/controls.ts'
import { Steps } from './steps.ts'
import { alteredGate, alteredPrograms, isGenerated, isLockFile } from './suite/altered-gate.ts'
import { Bench, type Preparation } from './suite/bench.ts'
import { contradictionGate } from './suite/contradiction.ts'
import { unkeptGate } from './suite/green-checks.ts'
import { RoomAltered } from './suite/room-altered.ts'
import { Suite } from './suite/suite.ts'
import { withTester } from './tester/tester.ts'
import { readable } from './unreadable.ts'
import { askedCalls } from './witness/asked-calls.ts'
import { askedValuesGate } from './witness/asked-values.ts'
import { roteGate } from './witness/by-rote.ts'
import { examplesGate } from './witness/examples.ts'

/** The result of a proof. */
export interface Proof {
  readonly receipt: Receipt
  /** The draft that was proven, if formatting changed it. */
  readonly formatted?: Draft
}

/** Formats and proves the draft of a task's last attempt; a judge may still object to a draft that passed. */
export async function prove(ports: Ports, state: RunState, id: TaskId, options: ProofOptions): Promise<Proof> {
  const run = taskRun(state, id)
  const attempt = lastAttempt(run)!
  const { contract, contractHash } = attempt
  const { reading } = attempt.ended!
  const claimed = reading.is === 'valid' ? reading.report : null
  const left = {
    draft: draftOf(attempt)!,
    contract,
    contractHash,
    config: state.config,
    claimed,
    refusedBefore: refusedBefore(run),
    landings: landingsOf(state),
    waivers: run.waivers,
    ...(state.opened.heldOut ? { heldOut: state.opened.heldOut } : {}),
  }
  const writer = { identity: state.opened.identity, at: attempt.ended!.at }
  const format = await formatDraft(ports, { ...left, writer }, options)
  const generated = await regenerateDraft(ports, { ...left, draft: format?.draft ?? left.draft, writer }, options)
  const subject = { ...left, draft: generated?.draft ?? format?.draft ?? left.draft }
  const { prover = proveDraft } = options
  const proveIt = (it: Subject) => readable(ports, it, () => prover(ports, it, options))
  const proven = await proveIt(subject)
  const rewritings = [format, generated].flatMap(rewriting => rewriting?.gate ?? [])
  const receipt = { ...proven, gates: [...rewritings, ...proven.gates] }
  const proveWith = (other: Contract) => proveIt({ ...subject, contract: other })
  const place = { run: state.opened.runId, task: id, attempt: attempt.number }
  // Do not pay a judge for work that goes back to its agent first.
  const { config } = left
  const goesBack =
    (!judgesTests(config, contract.task) && isWorthTelling(run, receipt, config.limits.fixes)) ||
    (isProven(receipt) && isWorthStrengthening(state, run, receipt))
  const looked = { ...subject, id: place, contract, contractHash, conceal: concealedIn(state) }
  const contest = contestOf(run)
  const blind = { planTitle: state.plan.title, contest, writer }
  const tested =
    goesBack || ports.leaveOut?.has('tester')
      ? receipt
      : await withTester(ports, { ...looked, ...blind, receipt }, options)
  const judging = { ...looked, receipt: tested, proveWith, contest }
  const answered = goesBack ? tested : await withJudge(ports, judging, options)
  const excused = answered.gates.map(gate => excuse(gate, { ...subject, codeTree: answered.codeTree }))
  const isOpen = goesBack || blockers({ gates: excused }).length > 0
  const judged = isOpen
    ? answered
    : await withReview(ports, { ...looked, receipt: answered, design: await designFor(ports, state) }, options)
  const contradiction = contradictionGate(run, judged)
  const gates = [
    ...judged.gates,
    ...(claimed ? reportGates(claimed, judged) : []),
    ...(contradiction ? [contradiction] : []),
  ]
  return {
    receipt: { ...judged, gates: gates.map(gate => excuse(gate, { ...subject, codeTree: judged.codeTree })) },
    ...(subject.draft === left.draft ? {} : { formatted: subject.draft }),
  }
}

/** The design document for a reviewer, as it was when the run began. */
async function designFor(ports: Ports, { plan, opened }: RunState): Promise<ReviewCase['design']> {
  if (plan.design === undefined || opened.base === null) return null
  const tree = await readerOf(ports.vault, await ports.vault.treeOf(opened.base))
  const found = await designText(tree, { plan, place: opened.place, planFile: ports.planFile })
  return typeof found === 'string' ? null : found
}

/** Reads the diff, runs every check in clean rooms, and records the results. */
export async function proveDraft(
  ports: Pick<Ports, 'clock' | 'vault' | 'rooms' | 'runners' | 'store' | 'leaveOut'>,
  subject: Subject,
  options: ProofOptions,
): Promise<Receipt> {
  const steps = new Steps(() => ports.clock.now(), options.onStep)
  const { contract, config, contractHash } = subject
  const without = ports.leaveOut ?? NONE
  const { trees, codeTree, how, compilers } = await groundOf(ports, subject)
  let layouts = await layOut(ports.vault, trees, contract, how)
  const commands = await commandsFor(ports, contract, layouts)
  const fittings = fittingsOf(config)
  const bench = new Bench(ports, {
    limits: config.limits,
    token: options.token,
    signal: options.signal,
    preparation: tree => preparationFor(tree, layouts, contract.commands, commands),
    fittings,
    compilers,
    base: layouts.base,
    // In the submitted form, generated files are fresh, so no check has a reason to change them.
    mayChange: (tree, path) =>
      (tree !== layouts.asSubmitted && isGenerated(config, path)) ||
      (isLockFile(path) && !subject.draft.changes.some(change => change.path === path)),
  })
  try {
    const { toolchain, sandbox, rehearsed, unprotected } = await ports.rooms.environment(fittings, compilers)
    const suite = without.has('test-identity') ? null : await suiteFor(ports, bench, { contract, commands, layouts })
    const read: Case = {
      ...{ ...subject, ports, bench, suite, commands, layouts, without, codeTree, steps },
      isolated: !unprotected,
      knownTests: how.knownTests,
      programFiles: how.programFiles,
      extent: null,
      rehearsed: rehearsed ?? false,
    }
    const reading = without.has('reading') ? NOTHING_READ : await readDraft(read, shapeOf(read))
    const asRead = [...reading.gates, ...alteredPrograms(await ports.rooms.altered())].map(gate => excuse(gate, read))
    // A draft that reading refuses runs nothing; a question waits until everything else is known.
    const isRefused = hasFailed({ gates: asRead })
    const relayOut = async (known: KnownTests) => {
      layouts = await layOut(ports.vault, trees, contract, { ...how, ...known })
      return layouts
    }
    const inRoom = { ...read, extent: reading.extent }
    const judged = isRefused ? notJudged(asRead) : await inRooms(inRoom, asRead, relayOut)
    // Another agent may have been at work meanwhile.
    const late = isRefused ? [] : alteredPrograms(await ports.rooms.altered()).map(gate => excuse(gate, read))
    const { gates, basis, went } = late.length > 0 ? notJudged([...judged.gates, ...late]) : judged
    return {
      base: layouts.base,
      codeTree,
      contractHash,
      toolchain,
      sandbox,
      ...(unprotected ? { unprotected } : {}),
      gates,
      basis,
      redGreen: went,
      ...(reading.alignment.length > 0 ? { alignment: reading.alignment } : {}),
      ...(reading.testsAdded.length > 0 ? { testsAdded: reading.testsAdded } : {}),
      ...(reading.extent ? { extent: reading.extent } : {}),
      ...steps.spent(),
      ...(bench.runs.length > 0 ? { runs: bench.runs } : {}),
      ...(rehearsed ? { rehearsed } : {}),
      ...(without.size > 0 ? { leftOut: [...without] } : {}),
    }
  } finally {
    await bench.close()
  }
}

/** Tests that only a run of the suite reveals, and whether the runner uses one process. */
interface KnownTests {
  readonly knownTests: ReadonlySet<string>
  readonly sharesProcess: boolean
}

/** Results of running the checks. A draft whose code alters the room is refused for that alone. */
async function inRooms(
  read: Case,
  asRead: readonly GateResult[],
  relayOut: (known: KnownTests) => Promise<Layouts>,
): Promise<BasisJudgement> {
  const { suite, config } = read
  try {
    const asksSuite = suite !== null && !config.quick && hasProject(read)
    const reported = asksSuite ? await testsByReport(read, suite) : NO_FILES
    const knownTests = new Set([...reported, ...read.knownTests])
    const sharesProcess = suite?.runner.sharesProcess ?? false
    const isKnown = reported.size > 0 || sharesProcess
    const layouts = isKnown ? await relayOut({ knownTests, sharesProcess }) : read.layouts
    return await judge({ ...read, knownTests, layouts }, asRead)
  } catch (error) {
    if (error instanceof RoomAltered) return notJudged([...asRead, excuse(alteredGate(error), read)])
    throw error
  }
}

/** The trees of a draft, and the options of its forms. */
async function groundOf(ports: Pick<Ports, 'vault' | 'runners' | 'leaveOut'>, subject: Subject) {
  const { vault, leaveOut = NONE } = ports
  const { draft, contract, config, landings } = subject
  const trees = { base: await vault.treeOf(draft.base), candidate: draft.tree, changes: draft.changes }
  const codeTree = await vault.without(draft.tree, contract.bookkeeping)
  const knownTests = await testsByCommand(ports, trees, contract.commands)
  const how = {
    knownTests,
    alsoProtected: config.protect,
    restores: !leaveOut.has('protected-paths'),
    programFiles: await takenByProgram(vault, trees, draft.changes, knownTests),
    ...(landings ? { changedSince: changedSince(landings) } : {}),
  }
  const compilers = compilersOf([...(await vault.list(trees.base)), ...(await vault.list(trees.candidate))])
  return { trees, codeTree, how, compilers }
}

const NONE: ReadonlySet<Defence> = new Set()
const NO_FILES: ReadonlySet<string> = new Set()

const notJudged = (gates: readonly GateResult[]): BasisJudgement => ({ gates, basis: 'none', went: [] })

const NOTHING_READ: DraftReading = { gates: [], alignment: [], extent: null, testsAdded: [] }

const shapeOf = ({ contract, draft, suite }: Case): DraftShape => ({
  verification: contract.task.type === 'verification',
  changed: draft.changes.length > 0,
  asksForTests: asksForPassingTests(contract.task),
  readsTests: suite !== null,
  notes: draft.notes ?? [],
})

async function judge(on: Case, reading: readonly GateResult[]): Promise<BasisJudgement> {
  const { claimed } = on
  const { verification, changed, asksForTests } = shapeOf(on)
  if (on.config.quick) return onItsWord(reading, claimed)

  nameForms(on.bench, on.layouts)
  on.steps.plan(
    on.bench,
    gatesFor(on).map(gate => gate.name),
  )
  on.steps.begin('examples')
  const examples = on.rehearsed || !changed || on.without.has('examples') ? null : await examplesGate(on)
  const heldOut = on.rehearsed || on.without.has('held-out') ? null : await heldOutGate(on)
  on.steps.begin('ambient reads')
  const ambient = on.rehearsed || !changed || on.without.has('reading') ? null : await ambientGate(on)
  const own = [examples, heldOut, ambient].flatMap(gate => gate ?? [])
  const gates = [...reading, ...(await runGates(on)), ...own]
  const isShown = ({ gate }: GateResult) => gate.startsWith('criterion:') || (asksForTests && gate === 'test')
  const checked = gates.some(gate => isShown(gate) && gate.verdict === 'passed')
  if (verification || !changed) {
    const basis = verification ? 'verified' : 'existed'
    if (!checked) return { gates: [...gates, noCriteria(verification)], basis: 'none', went: [] }
    const missing = verification ? null : await unknownName(on)
    if (missing !== null) return { gates: [...gates, notThere(missing)], basis: 'none', went: [] }
    return { gates, basis, went: [] }
  }
  if (hasFailed({ gates })) return { gates, basis: 'none', went: [] }
  on.steps.begin('red to green')
  const shown = await withRote(on, await withAskedValues(on, await showChange(on, gates)))
  // A rehearsal scripts its results: there is nothing to control and nothing to show.
  if (on.rehearsed) return shown
  on.steps.begin('controls')
  const controls = on.without.has('controls') ? [] : await controlGates(on, gates, shown.went)
  const controlled = { ...shown, gates: [...shown.gates, ...controls] }
  const unkept = shown.basis === 'kept' && !on.without.has('red-green') ? await unkeptGate(on, controlled.gates) : null
  return unkept ? { gates: [...controlled.gates, unkept], basis: 'none', went: [] } : controlled
}

/** Criteria that show a change have to show it for more than their own words. */
async function withRote(on: Case, shown: BasisJudgement): Promise<BasisJudgement> {
  const isShown = shown.basis === 'red-green' && !on.rehearsed && !on.without.has('by-rote')
  const gate = isShown ? await roteGate(on, shown.went) : null
  return gate ? { ...shown, gates: [...shown.gates, excuse(gate, on)] } : shown
}

/** Tests that show a change have to speak of what the task writes out. */
async function withAskedValues(on: Case, shown: BasisJudgement): Promise<BasisJudgement> {
  const isByTests = shown.basis === 'red-green' && shown.went.some(name => !name.startsWith('criterion:'))
  const gate = isByTests && !on.rehearsed && !on.without.has('examples') ? await askedValuesGate(on) : null
  return gate ? { ...shown, gates: [...shown.gates, excuse(gate, on)] } : shown
}

/** The suite of the test command on the base, or the first one that the change brings. */
async function suiteFor(
  ports: Pick<Ports, 'vault' | 'runners'>,
  bench: Bench,
  on: Pick<Case, 'contract' | 'commands' | 'layouts'>,
): Promise<Suite | null> {
  const { test } = on.commands
  if (!test) return null
  const tree = on.contract.commands.test && !on.layouts.greenfield ? on.layouts.base : on.layouts.asSubmitted
  const list = await ports.vault.list(tree)
  const runner = await ports.runners.recognise(test, { list, readText: path => ports.vault.readText(tree, path) })
  return runner && new Suite(bench, runner)
}

/** Quick mode: the agent's success lands as unverified. */
function onItsWord(reading: readonly GateResult[], claimed: Report | null): BasisJudgement {
  const done = claimed?.status === 'success' || claimed?.status === 'nothing-to-do'
  const problem = done ? null : claimed ? `The agent says "${claimed.status}".` : 'The agent left no readable result.'
  return { gates: [...reading, readingGate('report', problem)], basis: done ? 'unverified' : 'none', went: [] }
}

/** The first name that the title asks for and that was not there. */
async function unknownName(on: Case): Promise<string | null> {
  const { wasThere } = await askedCalls(on)
  return asksIn(on.contract).brings.find(name => !wasThere(name)) ?? null
}

const notThere = (name: string): GateResult =>
  readingGate(
    'criteria',
    `The agent says that there is nothing to do, but no file of the program contains \`${name}\`.`,
    {
      verdict: 'no-criteria',
    },
  )

const noCriteria = (verification: boolean): GateResult =>
  readingGate(
    'criteria',
    verification
      ? 'A verification task needs at least one criterion with a command that we can run.'
      : 'The agent says that there is nothing to do, but no criterion with a command shows it.',
    { verdict: 'no-criteria' },
  )

/** The base keeps its own preparation: commands that only the candidate brings cannot work there. */
function preparationFor(tree: Tree, layouts: Layouts, atDispatch: Commands, now: Commands): Preparation {
  const ofBase = [layouts.base, layouts.testsOnBase, layouts.firstForm?.base]
  const { setup, build } = ofBase.includes(tree) ? atDispatch : now
  return { setup, build }
}
