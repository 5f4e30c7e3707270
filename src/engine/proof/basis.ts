/**
 * Evidence that shows a change, and the basis of the receipt that it gives. The rules are one table of small functions:
 * the change itself decides which rule fits, and the intent of the task has to agree with it.
 */

import {
  asksForMore,
  asksForTests,
  callsUnneeded,
  type Intent,
  isInside,
  keepsResults,
  type ReadIntent,
} from '../../core/plan/intent.ts'
import { keepsBehaviour } from '../../core/plan/plan.ts'
import { type Basis, type GateResult, hasFailed } from '../../core/proof/receipt.ts'
import { someOf } from '../../core/text/lists.ts'
import { wordsOf } from '../../core/text/sentences.ts'
import type { Case } from './case.ts'
import { askedForms } from './change/asked-form.ts'
import { hasUnnamedRename } from './change/asked-renames.ts'
import { asksForTypes } from './change/asked-types.ts'
import { intentIn, isBesideTheProgram, isSpokenOf, missingWork } from './change/asked-work.ts'
import {
  addedValues,
  addedWords,
  bringsTypes,
  changedEntries,
  deadNames,
  declaresNamedType,
  dropsNamedPackages,
  isAskedInManifests,
  spelledOutData,
} from './change/change-contents.ts'
import { type ChangedPart, changedParts, type Part } from './change/changed-parts.ts'
import { undoneByName } from './change/named-work.ts'
import { wrongExpectationsGate } from './expectations/wrong-expectations.ts'
import { readingGate } from './gate-result.ts'
import { plainTestsGate } from './plain/plain-tests.ts'
import { isProtected } from './settings/protected.ts'
import { type Gutting, guttingByCommand, guttingGate } from './shown/gutting.ts'
import { isSameProgramMoved, movedGate } from './shown/moved-program.ts'
import { onlyPassesOn } from './shown/re-exports.ts'
import { type RedGreen, redGate, redGreen, stillRed } from './shown/red-green.ts'
import { redByTypes } from './shown/red-types.ts'
import { repeatGate } from './shown/repeat.ts'
import { lostInterface, oldStrength, ranByOldTests } from './shown/same-inside.ts'
import { changedPrograms, changesMoreThanWords } from './shown/same-program.ts'
import { testsOnlyGate } from './shown/tests-only.ts'
import { strengthGate } from './strength/strength.ts'
import { isProse, languageOf } from './syntax/language.ts'
import { differencesForOtherInputs } from './witness/other-inputs.ts'
import { witnessGate } from './witness/witness.ts'

/** The judgement of a draft: its gates, its basis, and the checks that went from red to green. */
export interface BasisJudgement {
  readonly gates: readonly GateResult[]
  readonly basis: Basis
  readonly went: readonly string[]
}

/** The input of a rule. */
interface Evidence {
  readonly on: Case
  readonly gates: readonly GateResult[]
  readonly red: RedGreen
  readonly intent: Intent
  /** The source of the intent. */
  readonly from: ReadIntent['from']
  /** The plan has a `Kind` that keeps behaviour. */
  readonly isStated: boolean
  readonly parts: readonly ChangedPart[]
}

/** One way to show a change; null if the rule does not apply. */
type Rule = (evidence: Evidence) => Promise<BasisJudgement | null>

/** The first rule that applies decides. */
const RULES: readonly Rule[] = [
  namedAndUndone,
  typesOnly,
  redBeforeGreenNow,
  nothingThatRuns,
  sameProgramMoved,
  dataAsSpelledOut,
  testsOnly,
  packageOnly,
  deadCodeOnly,
  sameResultsOtherInside,
  keptByKind,
  needsRedToGreen,
]

/** A rehearsal scripts the results of checks, and its files are made up, so they decide nothing. */
const RULES_OF_REHEARSALS: readonly Rule[] = [namedAndUndone, redBeforeGreenNow, keptByKind, needsRedToGreen]

/** The evidence for the change, by the first rule that applies. */
export async function showChange(on: Case, gates: readonly GateResult[]): Promise<BasisJudgement> {
  const red = await redGreen(on, gates)
  const { is: intent, from } = intentIn(on)
  const isStated = keepsBehaviour(on.contract.task.kind)
  const evidence = { on, gates, red, intent, from, isStated, parts: await changedParts(on) }
  for (const rule of on.rehearsed ? RULES_OF_REHEARSALS : RULES) {
    const judgement = await rule(evidence)
    if (judgement) return withOtherInputs(evidence, judgement)
  }
  return { gates: [...gates, red.gate], basis: 'none', went: red.went }
}

/** A program that keeps its behaviour also keeps its results for inputs that no test has. */
async function withOtherInputs(
  { on, parts, intent, from }: Evidence,
  judgement: BasisJudgement,
): Promise<BasisJudgement> {
  const { basis } = judgement
  // Tests and documents of a program are about the one that is there.
  const isBeside = basis === 'red-green' && from !== 'nothing' && (intent === 'tests' || intent === 'docs')
  const isKept = (basis === 'kept' || isBeside) && !on.rehearsed && !on.without.has('other-inputs')
  if (!isKept || !on.suite || hasFailed(judgement) || !parts.some(({ part }) => part === 'program')) return judgement
  const differs = await differencesForOtherInputs(on, on.suite)
  return differs.length === 0 ? judgement : unproven(judgement.gates, 'kept', [OTHER_INPUTS, ...differs].join('\n'))
}

const OTHER_INPUTS = 'For inputs that no test has, the results are others:'

/** A name that the title asks for is missing, or tests that were to be repaired still fail. */
async function namedAndUndone({ on, gates, red }: Evidence): Promise<BasisJudgement | null> {
  if (on.without.has('red-green')) return null
  const undone = (await undoneByName(on)) ?? (await stillRed(on, gates))
  return undone && red.went.every(name => !name.startsWith('criterion:')) ? unproven(gates, 'red-green', undone) : null
}

/** A check fails without the change and passes with it. */
async function redBeforeGreenNow({ on, gates, red }: Evidence): Promise<BasisJudgement | null> {
  if (red.went.length > 0) return showByRed(on, gates, red)
  return on.without.has('red-green') ? { gates, basis: 'kept', went: [] } : null
}

/** Documents, images, comments, CI and container files: a passing suite and the named files are the whole proof. */
async function nothingThatRuns({ on, gates, intent, isStated, parts }: Evidence): Promise<BasisJudgement | null> {
  if (!isAll(parts, 'idle', 'words')) return null
  const isInCode = parts.some(({ path }) => languageOf(path) !== 'other')
  const words = isInCode
    ? 'no executable code changed: without comments, types and layout the program is the same'
    : `nothing that runs was changed: ${list(parts)}`
  const shown: BasisJudgement = { gates: [...gates, readingGate('inert', null, { words })], basis: 'inert', went: [] }
  if (isStated) return gates.some(({ verdict }) => verdict === 'passed') || parts.every(isSettled) ? shown : null
  const missing = await missingWork(on, parts)
  if (missing) return unproven(gates, 'red-green', missing)
  if (
    isBesideTheProgram(intent) ||
    isSpokenOf(on.contract.task, parts, await addedWords(parts), await addedValues(parts))
  )
    return shown
  // A judge that does not object does not make documents a feature.
  return unproven(
    gates,
    'red-green',
    `No executable code changed, and the task does not say that it is only about ${list(parts)}.`,
  )
}

/** The same program after the change's own moves and renames, as the task asks. A refactoring has to name a new name. */
async function sameProgramMoved({ on, gates, intent }: Evidence): Promise<BasisJudgement | null> {
  const moved = await isSameProgramMoved(on)
  if (!moved || (isInside(intent) && hasUnnamedRename(on.contract.task, moved))) return null
  return { gates: [...gates, movedGate(moved)], basis: 'inert', went: [] }
}

/** Only types changed, and the task asks for types. */
async function typesOnly({ on, gates, red, intent, isStated, parts }: Evidence): Promise<BasisJudgement | null> {
  if (!isAll(parts, 'idle', 'words', 'types', 'tests') || !parts.some(({ part }) => part === 'types')) return null
  if (on.without.has('red-green') || red.went.some(name => name.startsWith('criterion:'))) return null
  const went = await redByTypes(on, gates, red)
  const isAsked =
    intent === 'types' || (await declaresNamedType(on, parts)) || (await asksForTypes(on.contract.task, parts))
  if (!isAsked)
    return went.length > 0 && !isStated ? leftToWords(on, gates, readingGate('red-green', TYPES_ALONE, UNPROVEN)) : null
  const missing = await missingWork(on, parts)
  if (missing) return unproven(gates, 'red-green', missing)
  if (went.length > 0) return { gates: [...gates, redGate(went)], basis: 'red-green', went }
  const checked = gates.find(({ gate }) => gate === 'typecheck')
  if (checked && checked.verdict !== 'passed')
    return unproven(
      gates,
      'red-green',
      'Only types changed, and the type checker does not pass, so nothing shows them.',
    )
  const words = checked
    ? 'only types changed, and the type checker passes'
    : 'only types changed: the program is the same without them'
  return { gates: [...gates, readingGate('inert', null, { words })], basis: 'inert', went: [] }
}

const TYPES_ALONE =
  'Only types changed, and only a type check shows them. The task does not say that it is only about types.'

/** Data of the program changed, and the task spells out every value that differs: the change is what it says. */
async function dataAsSpelledOut({ on, gates, isStated, parts }: Evidence): Promise<BasisJudgement | null> {
  const { task } = on.contract
  const data = parts.filter(({ part }) => part === 'program')
  if (isStated || data.length === 0 || !isAll(parts, 'idle', 'words', 'program')) return null
  const values = await spelledOutData(task, data)
  if (values === null || !isSpokenOf(task, parts, values) || (await missingWork(on, parts))) return null
  const words = `the task spells out every value that differs in ${list(data)}`
  return { gates: [...gates, readingGate('inert', null, { words })], basis: 'inert', went: [] }
}

/** Only tests changed, and the task asks for tests. */
async function testsOnly({ on, gates, intent, from, parts, isStated }: Evidence): Promise<BasisJudgement | null> {
  if (!isAll(parts, 'idle', 'words', 'tests') || !parts.some(({ part }) => part === 'tests') || isStated) return null
  if (!on.suite || (intent !== 'tests' && !(from === 'nothing' && isSpokenOf(on.contract.task, parts)))) return null
  const gate = await testsOnlyGate(on, on.suite)
  return { gates: [...gates, gate], basis: gate.verdict === 'passed' ? 'kept' : 'none', went: [] }
}

/** Only metadata and dependencies of the package changed, as the task asks; the suite passes with it. */
async function packageOnly({ on, gates, intent, parts, isStated }: Evidence): Promise<BasisJudgement | null> {
  if (!isAll(parts, 'idle', 'words', 'manifest') || !parts.some(({ part }) => part === 'manifest') || isStated)
    return null
  const isAsked =
    intent === 'chore' ||
    intent === 'release' ||
    isSpokenOf(on.contract.task, parts, await changedEntries(parts)) ||
    (await isAskedInManifests(on.contract.task, parts))
  if (!isAsked || (await missingWork(on, parts))) return null
  const isHeld = gates.some(({ verdict }) => verdict === 'passed')
  return isHeld ? { gates, basis: 'kept', went: [] } : null
}

/** Dead code was removed, as the task asks. */
async function deadCodeOnly({ on, gates, intent, from, parts, isStated }: Evidence): Promise<BasisJudgement | null> {
  const { task } = on.contract
  const isAsked = intent === 'remove' || intent === 'refactor'
  if (
    !(isAsked || (from === 'nothing' && wordsOf(task).some(callsUnneeded) && !asksForTests(wordsOf(task)))) ||
    isStated ||
    !isAll(parts, 'idle', 'words', 'types', 'program', 'tests')
  )
    return null
  const gone = await deadNames(on, parts)
  if (gone.length === 0 || !gates.some(({ gate, verdict }) => gate === 'test' && verdict === 'passed')) return null
  const words = `nothing but ${gone.slice(0, 5).join(', ')} was removed, and nothing in the project refers to it`
  return { gates: [...gates, readingGate('kept', null, { words })], basis: 'kept', went: [] }
}

/**
 * The task keeps behaviour, the public API is the same, and the old tests run the changed code. Where only the change says that the task
 * is about the form of the code, the tests also have to notice small changes of it.
 */
async function sameResultsOtherInside(evidence: Evidence): Promise<BasisJudgement | null> {
  const { on, gates, intent, from, parts, isStated } = evidence
  const isPacked = parts.some(({ part }) => part === 'manifest')
  if (isStated || !isAll(parts, 'idle', 'words', 'types', 'program', 'tests', 'manifest')) return null
  if (!parts.some(({ part }) => part === 'program')) return null
  if (!gates.some(({ gate, verdict }) => gate === 'test' && verdict === 'passed')) return null
  const isSwap = isPacked && (await dropsNamedPackages(on.contract.task, parts)) && asksForNoMore(evidence)
  if (isPacked && !isSwap) return null
  const keeps = keepsResults(intent) || (intent === 'types' && (await bringsTypes(parts)))
  const forms = isSwap || keeps || from !== 'nothing' ? [] : await askedForms(on, parts)
  if (!isSwap && !keeps && forms.length === 0) return null
  // Its own tools check what the task asks of the settings.
  const code = parts.filter(({ path }) => !isProtected(path, on.config.protect))
  const lost = await lostInterface(on, code, { mayRetype: intent === 'types' })
  if (lost.length > 0)
    return unproven(gates, 'kept', `The task keeps behaviour, but the public API changed: ${lost.join(', ')}.`)
  const gate = await ranByOldTests(on, code)
  if (gate.verdict !== 'passed') return leftToWords(on, gates, gate)
  const strength = forms.length > 0 || (isSwap && !keeps) ? await oldStrength(on) : null
  const held = [...gates, gate, ...(strength ? [strength] : [])]
  return { gates: held, basis: strength && strength.verdict !== 'passed' ? 'none' : 'kept', went: [] }
}

/** A task about packages may also speak of keeping them, removing them or caring for them. */
const asksForNoMore = ({ on, intent, from }: Evidence): boolean =>
  (from === 'nothing' || intent === 'remove' || intent === 'chore' || keepsResults(intent)) &&
  !asksForMore(wordsOf(on.contract.task))

/** The plan keeps behaviour, and everything that passed before passes now. */
async function keptByKind({ on, gates, isStated }: Evidence): Promise<BasisJudgement | null> {
  if (!isStated) return null
  const changed = on.contract.task.kind === 'docs' ? await changedPrograms(on) : []
  if (changed.length > 0) return unproven(gates, 'kept', `A task about documents changed code: ${changed.join(', ')}.`)
  return { gates, basis: 'kept', went: [] }
}

/** Everything else needs a check that failed before. */
async function needsRedToGreen({ gates, red }: Evidence): Promise<BasisJudgement | null> {
  return { gates: [...gates, red.gate], basis: 'none', went: [] }
}

const UNPROVEN = { verdict: 'unproven' } as const

const unproven = (gates: readonly GateResult[], gate: string, problem: string): BasisJudgement => ({
  gates: [...gates, readingGate(gate, problem, UNPROVEN)],
  basis: 'none',
  went: [],
})

/** If only words can decide, the judge does and is told this reason; without a judge, a human decides. */
function leftToWords(on: Case, gates: readonly GateResult[], gate: GateResult): BasisJudgement {
  const { judge, judging } = on.config
  if (!judge || judging === 'never') return { gates: [...gates, gate], basis: 'none', went: [] }
  return { gates: [...gates, { ...gate, verdict: 'unjudged', blocking: false }], basis: 'kept', went: [] }
}

const isAll = (parts: readonly ChangedPart[], ...wanted: readonly Part[]): boolean =>
  parts.length > 0 && parts.every(({ part }) => wanted.includes(part))

/** Documents and comments. */
const isSettled = ({ part, path }: ChangedPart): boolean => part === 'words' || isProse(path)

const pathsOf = (parts: readonly ChangedPart[]): readonly string[] => parts.map(({ path }) => path)

const list = (parts: readonly ChangedPart[]): string => someOf(pathsOf(parts), { max: 3 })

/** Checks went from red to green: they must fail when the change is emptied, and give the same result each time. */
async function showByRed(
  on: Case,
  gates: readonly GateResult[],
  { went, uncompiled, compared, unloaded, gate }: RedGreen,
): Promise<BasisJudgement> {
  const tests = went.filter(name => !name.startsWith('criterion:'))
  const guts = on.suite && tests.length > 0 && !on.without.has('gutting')
  on.steps.begin('emptied')
  const emptied = guts ? await guttingGate(on, on.suite!, { went: tests, compared }) : await unread(on, tests)
  const gutting = emptied?.gate
  const isKept = keepsBehaviour(on.contract.task.kind)
  const rest = await mechanisms(on, tests, {
    died: emptied?.died ?? [],
    isHeld: gutting?.verdict === 'passed' || on.without.has('gutting'),
    isKept,
  })
  if (tests.length === went.length && !isKept && !(await changesMoreThanWords(on)))
    return { gates: [...gates, onlyWords, ...rest], basis: 'none', went: [] }
  const isBare = emptied?.bare && went.every(id => unloaded.includes(id))
  if (
    gutting?.verdict === 'not-run' &&
    (went.every(id => uncompiled.includes(id)) || (isBare && !(await onlyPassesOn(on))))
  )
    return isKept
      ? { gates: [...gates, gutting, ...rest], basis: 'kept', went: [] }
      : { gates: [...gates, unshown, gutting, ...rest], basis: 'none', went: [] }
  // If behaviour is kept, no check has to go from red to green, so those that did need not be as strong.
  if (isKept && (gutting?.verdict === 'failed' || gutting?.verdict === 'unproven'))
    return { gates: [...gates, gate, { ...gutting, verdict: 'noted', blocking: false }, ...rest], basis: 'kept', went }
  return { gates: [...gates, gate, ...(gutting ? [gutting] : []), ...rest], basis: 'red-green', went }
}

/** The gates that show whether these tests can be relied on. */
async function mechanisms(
  on: Case,
  tests: readonly string[],
  { died, isHeld, isKept }: { readonly died: readonly string[]; readonly isHeld: boolean; readonly isKept: boolean },
): Promise<readonly GateResult[]> {
  const { suite, without, steps } = on
  const gates: GateResult[] = []
  const add = (gate: GateResult | null) => {
    if (gate) gates.push(gate)
  }
  if (!suite) return gates
  steps.begin('repetitions')
  if (!without.has('repetition')) add(await repeatGate(on, suite))
  if (tests.length === 0) return gates
  steps.begin('witnesses')
  const witness = without.has('witness') ? null : await witnessGate(on, suite, tests)
  const plain = without.has('plain-tests') ? null : await plainTestsGate(on, suite, tests)
  steps.begin('wrong expectations')
  if (!without.has('expectations')) add(await wrongExpectationsGate(on, suite, tests))
  add(witness)
  add(plain)
  // Nobody needs to know how much is noticed by tests that show nothing.
  if (!isHeld || hasFailed({ gates })) return gates
  steps.begin('strength')
  const strength = await strengthGate(on, suite, { went: tests, died })
  add(
    strength && isKept && strength.verdict !== 'passed' ? { ...strength, verdict: 'noted', blocking: false } : strength,
  )
  return gates
}

/** A command without readable tests must notice the emptied change as a whole. */
const unread = async (on: Case, tests: readonly string[]): Promise<Gutting | null> =>
  on.suite === null && tests.length > 0 && !on.without.has('test-identity') && !on.without.has('gutting')
    ? { gate: await guttingByCommand(on) }
    : null

const onlyWords = readingGate(
  'red-green',
  'Only documents and comments changed: a test that reads them shows no behaviour.',
  { verdict: 'unproven' },
)

const unshown = readingGate(
  'red-green',
  'Without the change, its tests only miss a name, and the new code cannot be emptied, so they may test nothing. Add a criterion with a command.',
  { verdict: 'unproven' },
)
