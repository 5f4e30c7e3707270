import { type Commands, type Criterion, type Expectation, keepsBehaviour, type Task } from './plan.ts'
import { unreachable } from './result.ts'

/** How a task will be proven, said before anything runs, so that nobody learns it at the end. */
export interface PlannedProof {
  readonly words: string
  /** Nothing that we can run will show it: it will wait for a human. */
  readonly waitsForHuman: boolean
}

/** `missing` are the gates that the task names and that cannot run. */
export function plannedProof(task: Task, commands: Commands, missing: readonly string[] = []): PlannedProof {
  const proof = byChecks(task, commands)
  if (missing.length === 0) return proof
  const words = `it names ${missing.length === 1 ? 'a gate' : 'gates'} that cannot run (${missing.join(', ')})`
  return { words: `${words}; otherwise ${proof.words}`, waitsForHuman: true }
}

function byChecks(task: Task, commands: Commands): PlannedProof {
  const runnable = task.criteria.filter(criterion => criterion.check !== null)
  const checks = [
    ...runnable.map(criterion => `\`${criterion.check!.command}\``),
    ...(task.tests?.is === 'command' ? [`\`${task.tests.command}\``] : []),
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
          : `behaviour is kept (${task.kind}), and there is no command to show it`,
      waitsForHuman: still.length === 0,
    }
  }
  if (checks.length > 0)
    return {
      words: `red before, green after: ${list(checks)}${commands.test ? ' or a new test' : ''}`,
      waitsForHuman: false,
    }
  if (commands.test)
    return { words: `red before, green after: a new test under \`${commands.test}\``, waitsForHuman: false }
  return { words: 'nothing that can be run will show it', waitsForHuman: true }
}

/** How a criterion is read: what is run for it and what must come of it, or that its words are for a judge. */
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
    case 'words':
      return `exit 0 ("${expect.words}" is not compared)`
    default:
      return unreachable(expect)
  }
}

const list = (checks: readonly string[]): string =>
  checks.length <= 3 ? checks.join(', ') : `${checks.slice(0, 3).join(', ')} and ${checks.length - 3} more`
