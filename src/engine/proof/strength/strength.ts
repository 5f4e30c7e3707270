/**
 * The strength of the tests of a change: its functions are emptied one at a time, replaced by stand-ins, and its changed
 * lines are mutated. Tests that notice nothing of the changed code show nothing.
 */

import type { GateResult } from '../../../core/proof/receipt.ts'
import { strengthPercentOf } from '../../../core/settings/config.ts'
import { type ChangedFunction, gapLines, type Strength } from '../../../core/strength/strength.ts'
import { someOf } from '../../../core/text/lists.ts'
import type { Case } from '../case.ts'
import { isNamed } from '../change/renamed-tests.ts'
import { commandGate } from '../gate-result.ts'
import { programTexts } from '../shown/gutting.ts'
import { changesOnlyInside } from '../shown/noticed-by-others.ts'
import { filesOf, passedIn, testsOf } from '../suite/compare.ts'
import type { Suite } from '../suite/suite.ts'
import { isScript } from '../syntax/language.ts'
import { literalsIn } from '../syntax/literal-tokens.ts'
import { testUnits } from '../translation/test-units.ts'
import { reachedFrom } from '../witness/modules.ts'
import { type ChangedCode, changedCode, mutated } from './changed-code.ts'
import { declaredFunctions } from './declared-functions.ts'
import { type Meeting, Trials, type TrialTime } from './trials.ts'

const GATE = 'strength'
const MUTANTS_MIN = 5
const MUTANTS_MAX = 40
const FUNCTIONS_MAX = 12
/** A smaller sample says nothing about the tests as a whole. */
const SAMPLE_MIN = 3

/** The tests that went from red to green, and those of them that notice the change emptied as a whole. */
interface Shown {
  readonly went: readonly string[]
  readonly died: readonly string[]
}

/** Measures which parts of the change its new tests notice; null if the change has no function or value that can be changed. */
export async function strengthGate(on: Case, suite: Suite, { went, died }: Shown): Promise<GateResult | null> {
  const files = (await programTexts(on)).slice(0, FILES_MAX)
  const code = await changedCode(files)
  if (code.functions.length === 0) return null
  const meeting = await meetingOf(on, suite, { went, paths: code.functions.map(({ path }) => path) })
  const passing = passedIn(meeting.normal.report)
  const red = went.filter(id => passing.has(id))
  if (red.length === 0) return null
  const trials = new Trials(on, meeting, timeFor(on, meeting, code))
  const standIns = await withStandIns(on, trials, code)
  // A function may be right to return its argument, so a human decides in the end.
  if (standIns !== null && !red.some(id => standIns.includes(id)) && !(await isHeldByOlder(on, standIns)))
    return commandGate(GATE, trials.last, {
      verdict: 'unproven',
      words: `Every test that should show the change also passes when ${someOf(code.standIns.names)} only returns the first argument: they do not test it.`,
      lines: [],
    })
  if (on.config.strength === 'never') return null
  const emptied = await trials.all(on.without.has('functions') ? [] : alone(code.functions))
  const texts = new Map(files.map(({ path, after }) => [path, after]))
  const mutants = on.without.has('mutants') ? [] : code.mutants
  const chosen = mutants.slice(0, MUTANTS_MAX).map(mutant => ({
    mutant,
    form: 'the change with a mutant',
    edits: [{ path: mutant.path, text: mutated(texts.get(mutant.path)!, mutant) }],
  }))
  const tried = (await trials.all(chosen)).filter(([, noticed]) => noticed !== null)
  const survived = tried.filter(([, noticed]) => noticed!.length === 0).map(([{ mutant }]) => mutant)
  const noticing = new Set(
    [died, standIns, ...[...emptied, ...tried].map(([, noticed]) => noticed)].flatMap(ids => ids ?? []),
  )
  const strength: Strength = {
    noticed: tried.length - survived.length,
    of: tried.length,
    survivors: survived.map(({ path, line, was, now }) => ({ path, line, was, now })),
    unnoticed: emptied.flatMap(([{ name, path, line }, noticed]) =>
      noticed?.length === 0 ? [{ name, path, line }] : [],
    ),
    // If only a part of the change was tried, a test may be about the rest of it.
    idle: noticing.size > 0 && trials.hasTime ? red.filter(id => !noticing.has(id)) : [],
    left: mutants.length - tried.length,
  }
  return gateOf(trials, strength, await notShown(on, meeting, strength))
}

/** As for emptied code: where only the inside of old functions changed, older tests may hold what the new ones do not look at. */
const isHeldByOlder = async (on: Case, noticing: readonly string[]): Promise<boolean> =>
  noticing.length > 0 && (await changesOnlyInside(on))

/** The tests that notice stand-ins; null if there are none. */
const withStandIns = async (on: Case, trials: Trials, { standIns }: ChangedCode): Promise<readonly string[] | null> =>
  on.without.has('stand-ins') || standIns.edits.length === 0
    ? null
    : trials.one({ form: 'the change with stand-ins', edits: standIns.edits })

const FILES_MAX = 50

/** A single function was already emptied with the change as a whole. */
const alone = (functions: ChangedCode['functions']) =>
  functions.length < 2
    ? []
    : functions
        .slice(0, FUNCTIONS_MAX)
        .map(one => ({ ...one, form: 'the change with one function emptied', edits: [one.edit] }))

/** A share of one run of the suite; a suite that takes no time still gets every function and a few mutants. */
const timeFor = ({ config }: Case, { whole }: Meeting, { functions }: ChangedCode): TrialTime => ({
  shareMs: (strengthPercentOf(config.limits) / 100) * whole.outcome.durationMs,
  few: 1 + alone(functions).length + MUTANTS_MIN,
})

const LOADERS_MAX = 5
const ASKED_MAX = 40

/** The files of the tests that went from red to green, and further test files that load the changed code. */
async function meetingOf(
  on: Case,
  suite: Suite,
  { went, paths }: { readonly went: readonly string[]; readonly paths: readonly string[] },
): Promise<Meeting> {
  const whole = await suite.run(on.layouts.asSubmitted)
  const files = filesOf(testsOf(whole.report, went))
  const normal = await suite.run(on.layouts.asSubmitted, suite.selecting(files))
  const others = filesOf(whole.report?.tests ?? []).filter(file => !files.includes(file))
  const more: string[] = []
  if (suite.runner.selectsFiles)
    for (const file of others.slice(0, ASKED_MAX))
      if (more.length < LOADERS_MAX && isScript(file) && (await reachedFrom(on, file, new Set(paths)))) more.push(file)
  return { suite, files, more, normal, whole }
}

/**
 * The reason why a function that no test notices is not shown, although its tests seem to be about it: they have one of their
 * own with its name (a copy, an override, a mock), or name it and notice nothing of the change at all.
 */
async function notShown(on: Case, { normal, files }: Meeting, { idle, unnoticed }: Strength): Promise<string | null> {
  const nameOf = ({ name }: ChangedFunction) => name.split('.').at(-1)!
  if (unnoticed.length === 0) return null
  for (const file of files) {
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, file)
    const own = await declaredFunctions(text ?? '', file)
    const replaced = unnoticed.find(one => own.has(nameOf(one)))
    if (replaced)
      return `No test notices when ${replaced.name} is empty, and ${file} has a function of its own with this name: it does not test that of the program.`
    // `patch('toy.letters.fold')`, `spyOn(letters, 'fold')`: nobody names a function in a text but to replace or to find it.
    const texts = new Set(literalsIn(text ?? '').map(({ value }) => value.split('.').at(-1)))
    const named = unnoticed.find(one => texts.has(nameOf(one)))
    if (named)
      return `No test notices when ${named.name} is empty, and ${file} has its name in a text, as for a function that is replaced: it does not test that of the program.`
    const units = text === null ? null : await testUnits(text, file)
    for (const test of normal.report?.tests.filter(({ id }) => idle.includes(id)) ?? []) {
      const words = new Set(
        units?.filter(unit => isNamed(test, unit)).flatMap(unit => unit.tokens.map(one => one.text)),
      )
      const idleOf = test.file === file && unnoticed.find(one => words.has(nameOf(one)))
      if (idleOf)
        return `No test notices when ${idleOf.name} is empty, and ${test.id}, which names it, passes without any of the change: it tests something else.`
    }
  }
  return null
}

function gateOf(trials: Trials, strength: Strength, problem: string | null): GateResult {
  const { noticed, of } = strength
  const gaps = gapLines(strength)
  const words = (first: string) => [first, ...gaps].join('\n')
  const judged = (verdict: 'unproven' | 'passed', first: string) => ({
    ...commandGate(GATE, trials.last, { verdict, words: words(first), lines: [] }),
    strength,
  })
  if (problem !== null) return judged('unproven', problem)
  if (noticed === 0 && of >= SAMPLE_MIN)
    return judged(
      'unproven',
      `The tests notice none of ${of} small changes of the new code: they do not test what it does.`,
    )
  if (of > 0) return judged('passed', `the tests notice ${noticed} of ${of} small changes of the new code`)
  return judged('passed', 'every changed function is noticed by some test')
}
