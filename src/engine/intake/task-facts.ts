import type { TaskFacts, TriedCriterion } from '../../core/intake/standing.ts'
import type { Criterion, Task } from '../../core/plan/plan.ts'
import { matchesAny } from '../../core/text/glob.ts'
import type { Ports, TreeReader } from '../../ports.ts'
import { checkKey, type TrialGround, type TriedCheck, tryChecks } from '../proof/project/tried-checks.ts'
import { readerOf } from '../tree-reader.ts'

/** Tries the commands of every task and looks for the files that it names, on code without any work for it. */
export async function readTaskFacts(
  ports: Pick<Ports, 'vault' | 'rooms' | 'store' | 'clock' | 'runners'>,
  tasks: readonly Task[],
  ground: TrialGround,
): Promise<readonly TaskFacts[]> {
  const reader = await readerOf(ports.vault, ground.tree)
  const checks = tasks.flatMap(({ criteria }) => criteria.flatMap(({ check }) => check ?? []))
  const tried = new Map((await tryChecks(ports, checks, ground)).map(one => [checkKey(one.check), one]))
  const general = await generalChecks(ports, tasks, ground, reader)
  return tasks.map(task => ({
    task: task.id,
    criteria: task.criteria.flatMap(criterion => triedCriterion(criterion, tried, general)),
    ...filesOf(task, reader.list),
  }))
}

function triedCriterion(
  { id, check }: Criterion,
  tried: ReadonlyMap<string, TriedCheck>,
  general: ReadonlySet<string>,
): readonly TriedCriterion[] {
  const found = check && tried.get(checkKey(check))
  if (!found) return []
  const { holds, words } = found
  const isGeneral = general.has(check.command)
  return [{ id, command: check.command, holds, words, ...(isGeneral ? { isGeneral } : {}) }]
}

/** Commands that say nothing about one task: those of the project, those of several tasks, and whole suites. */
async function generalChecks(
  { runners }: Pick<Ports, 'runners'>,
  tasks: readonly Task[],
  { commands }: TrialGround,
  reader: TreeReader,
): Promise<ReadonlySet<string>> {
  const general = new Set<string>(Object.values(commands))
  const seen = new Set<string>()
  for (const { criteria } of tasks) {
    const own = new Set(criteria.flatMap(({ check }) => check?.command ?? []))
    for (const command of own) {
      if (seen.has(command)) general.add(command)
      else {
        seen.add(command)
        const runner = await runners.recognise(command, reader)
        if (runner && (runner.operands ?? []).length === 0) general.add(command)
      }
    }
  }
  return general
}

/** The files that a task names, by whether they are as it wants them. */
function filesOf({ files, outputs, tests }: Task, list: readonly string[]): Pick<TaskFacts, 'present' | 'missing'> {
  const known = new Set(list)
  const isThere = (path: string) =>
    known.has(path) || (/[*?[{]|\/$/.test(path) && list.some(name => name.startsWith(path) || matchesAny(name, [path])))
  const wanted = [
    ...files.create,
    ...files.modify,
    ...files.test,
    ...(tests?.is === 'file' ? [tests.path] : []),
    ...outputs.filter(({ type }) => /\bfile\b/i.test(type)).map(({ value }) => value),
  ]
  const paths = [...new Set(wanted.filter(path => path !== '' && !path.includes('${')))]
  return {
    present: paths.filter(isThere),
    missing: [...paths.filter(path => !isThere(path)), ...files.delete.filter(isThere)],
  }
}
