import { referenceText } from '../integration/reference-value.ts'
import { asksForPassingTests } from '../plan/asked-checks.ts'
import { hasOwnWork } from '../plan/hierarchy.ts'
import { type Intent, intentOf } from '../plan/intent.ts'
import { type Criterion, type Expectation, keepsBehaviour, type Task } from '../plan/plan.ts'
import { unreachable } from '../result.ts'
import { asksForPages } from '../risk/tier.ts'
import type { Commands } from '../settings/commands.ts'
import { someOf } from '../text/lists.ts'

/** The planned proof of a task, shown before anything runs. */
export interface PlannedProof {
  readonly words: string
  /** No command can show it, so it will wait for a human. */
  readonly waitsForHuman: boolean
}

/** `missing` are the gates that the task names and that cannot run; `ownTest` runs in addition to the suite. */
export function plannedProof(
  task: Task,
  commands: Commands,
  { missing = [], ownTest = null }: { readonly missing?: readonly string[]; readonly ownTest?: string | null } = {},
): PlannedProof {
  const proof = byChecks(task, commands, ownTest)
  if (missing.length === 0) return proof
  const words = `it names ${missing.length === 1 ? 'a gate' : 'gates'} that cannot run (${missing.join(', ')})`
  return { words: `${words}; otherwise ${proof.words}`, waitsForHuman: true }
}

function byChecks(task: Task, commands: Commands, ownTest: string | null): PlannedProof {
  if (!hasOwnWork(task)) return { words: `its sub-plan ${task.subPlan}, task by task`, waitsForHuman: false }
  const runnable = task.criteria.filter(criterion => criterion.check !== null)
  const checks = [
    ...runnable.map(criterion => `\`${criterion.check!.command}\``),
    ...(task.tests?.is === 'command' ? [`\`${task.tests.command}\``] : []),
    ...(ownTest === null ? [] : [`\`${ownTest}\``]),
  ]
  if (task.type === 'verification') {
    return checks.length > 0
      ? { words: `nothing may change, and ${list(checks)} must hold`, waitsForHuman: false }
      : { words: 'a verification task needs a criterion with a command', waitsForHuman: true }
  }
  if (keepsBehaviour(task.kind)) {
    const still = [...checks, ...Object.values(commands)]
    return {
      words:
        still.length > 0
          ? `behaviour is kept (${task.kind}): what passed before must pass after`
          : `behaviour is kept (${task.kind}), and there is no command to prove it`,
      waitsForHuman: still.length === 0,
    }
  }
  const read = checks.length === 0 ? (byTests(task, commands) ?? byIntent(task, commands) ?? byPages(task)) : null
  if (read) return read
  if (checks.length > 0)
    return {
      words: `red before, green after: ${list(checks)}${commands.test ? ' or a new test' : ''}`,
      waitsForHuman: false,
    }
  if (commands.test)
    return {
      words: `red before, green after: a new test under \`${commands.test}\`${task.kindStated ? '' : NEEDS_NONE}`,
      waitsForHuman: false,
    }
  return { words: 'no command will prove it', waitsForHuman: true }
}

/** The proof of a task by its intent, if its text shows one; other changes need a check that goes from red to green. */
const SHOWN_BY: Readonly<Partial<Record<Intent, string>>> = {
  docs: 'the files that it mentions, as long as no code that runs is changed; it needs no tests',
  types: 'the type checker, as long as only types are changed',
  tests: 'its tests, which must fail when the code that they test is emptied',
  refactor: 'the existing tests, which must run the changed code',
  perf: 'the existing tests, which must run the changed code',
  move: 'the existing tests, with the new paths and names, as long as nothing else is changed',
  rename: 'the existing tests, with the new paths and names, as long as nothing else is changed',
  remove: 'the existing tests, without those that only use what is removed, as long as nothing else is changed',
}

/** The change itself decides where the words do not: `src/engine/proof/basis.ts`. */
const NEEDS_NONE =
  '; none is needed where only names, places, types, comments, documents or tests change, as the task asks'

/** Between the parts of a list: nothing has to change. */
const byTests = (task: Task, commands: Commands): PlannedProof | null =>
  commands.test && asksForPassingTests(task)
    ? {
        words: `\`${commands.test}\` passes, without a change; a change is proven like any other`,
        waitsForHuman: false,
      }
    : null

function byIntent(task: Task, commands: Commands): PlannedProof | null {
  const { is, from } = intentOf(task)
  const shown = SHOWN_BY[is]
  if (!shown || from === 'kind' || (is !== 'docs' && !commands.test)) return null
  return {
    words: `read from the ${from}: ${is}; shown by ${shown}. For more, add \`Kind: feature\` or a criterion with a command`,
    waitsForHuman: false,
  }
}

/** A plan or a design is a page: it changes nothing that a test could run. */
const byPages = (task: Task): PlannedProof | null =>
  asksForPages(task)
    ? { words: 'it names only documents, so it needs no tests; no code that runs may change', waitsForHuman: false }
    : null

/** The interpretation of a criterion: its command and expected result, or that a judge decides. */
export function criterionWords({ check, text }: Criterion): string {
  if (check === null) return `for the judge: ${text.replace(/\s+/g, ' ')}`
  return `runs \`${check.command}\`, expects ${expectationWords(check.expect)}`
}

function expectationWords(expect: Expectation): string {
  switch (expect.is) {
    case 'exit':
      return `exit ${expect.code}`
    case 'stdout':
      return `the output \`${expect.text}\``
    case 'number':
      return `the number ${expect.value}`
    case 'values':
      return expect.values.map(referenceText).join('; ')
    case 'words':
      return `exit 0 ("${expect.words}" is not compared)`
    default:
      return unreachable(expect)
  }
}

const list = (checks: readonly string[]): string => someOf(checks, { max: 3 })
