import { type Document, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Path, placeAt, placeOfKey, placeOfValue, type Source } from '../adapters/config/problem.ts'
import { keysAt } from '../adapters/config/schema.ts'
import type { Plan, Task } from '../core/plan/plan.ts'
import { err, ok, type Result } from '../core/result.ts'
import { COMMAND_GATES } from '../core/settings/commands.ts'
import { closest } from '../core/text/closest.ts'
import { type PlayedAttempt, type PlayedGate, type PlayedGates, type RehearsalScript, scriptSchema } from './script.ts'

/** A problem in a script: location, description and remedy. */
export interface ScriptProblem {
  readonly where: string
  readonly message: string
  readonly hint: string | null
}

/** Reads a script from YAML or JSON for a plan, or returns all of its problems. */
export function readScript(
  text: string,
  { name, plan }: { readonly name: string; readonly plan: Plan },
): Result<RehearsalScript, readonly ScriptProblem[]> {
  const lines = new LineCounter()
  // As text, because task ids look like numbers.
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true })
  const source: Source = { name, document, lines }
  if (document.errors.length > 0)
    return err(
      document.errors.map(({ message, pos }) => ({
        where: placeAt(source, pos[0]),
        message: `this is neither YAML nor JSON: ${message.split('\n', 1)[0]!.replace(/ at line \d+.*$/, '')}`,
        hint: null,
      })),
    )
  const unfolded = plainData(document)
  if (!unfolded.ok) return err([{ where: placeAt(source, 0), message: unfolded.error, hint: ALIASES_HINT }])
  const written = unfolded.value
  const parsed = scriptSchema.safeParse(written)
  if (!parsed.success) {
    const { issues } = parsed.error
    const misspelt = new Set(
      issues.filter(({ code }) => code === 'unrecognized_keys').map(({ path }) => path.join('.')),
    )
    // A misspelt key is the only problem, although the right key is then missing, too.
    const told = issues.filter(({ code, path }) => code !== 'custom' || !misspelt.has(path.join('.')))
    return err(inOrder(told.flatMap(issue => inWords(source, issue, written))))
  }
  const script = named(parsed.data, plan)
  const problems = [
    ...taskProblems(source, script, plan),
    ...gateProblems(source, written, { script, plan }),
    ...endingProblems(source, written, { script, plan }),
  ]
  return problems.length > 0 ? err(inOrder(problems)) : ok(script)
}

const ALIASES_HINT = 'write out what the aliases (*name) stand for'

/** YAML counts how often aliases are unfolded, and throws where a few lines would become gigabytes. */
function plainData(document: Document): Result<unknown, string> {
  try {
    return ok(document.toJS())
  } catch (error) {
    return err(`this cannot be unfolded: ${error instanceof Error ? error.message : error}`)
  }
}

/** As a reader of the file meets them. */
function inOrder(problems: readonly ScriptProblem[]): readonly ScriptProblem[] {
  const rank = ({ where }: ScriptProblem): number => {
    const [, line, column] = /:(\d+):(\d+)$/.exec(where) ?? []
    return Number(line) * 100_000 + Number(column)
  }
  return problems.toSorted((one, other) => rank(one) - rank(other))
}

function inWords(source: Source, issue: z.core.$ZodIssue, written: unknown): readonly ScriptProblem[] {
  const path = asWritten(written, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => {
      const here = keysAt(issue.path, scriptSchema)
      const meant = closest(key, here)
      return {
        where: placeOfKey(source, [...path, key]),
        message: `there is no "${key}"${path.length > 0 ? ` in ${path.join('.')}` : ''}`,
        hint: meant !== null ? `did you mean "${meant}"?` : `here may stand ${here.join(', ')}`,
      }
    })
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const said = valueAt(written, path)
  const meant = typeof said === 'string' ? closest(said, choices) : null
  const message =
    choices.length > 0 ? `expected one of ${choices.join(', ')}` : issue.message.replace(/^Invalid input: /, '')
  return [
    {
      where: placeOfValue(source, path),
      message: `${path.join('.') || 'the file'}: ${message}`,
      hint: meant === null ? null : `did you mean "${meant}"?`,
    },
  ]
}

/** The path in the file; for a short form, the parts that only the long form has are left out. */
function asWritten(written: unknown, path: Path): Path {
  const found: PropertyKey[] = []
  let current = written
  for (const [at, part] of path.entries()) {
    if (typeof part === 'number' && !Array.isArray(current)) continue
    if (typeof current !== 'object' && current !== undefined && at > 0) break
    found.push(part)
    current = (current as Record<PropertyKey, unknown> | null | undefined)?.[part]
  }
  return found
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value
  for (const part of path) current = (current as Record<PropertyKey, unknown> | null | undefined)?.[part]
  return current
}

/** Tasks by the ids of the plan, whatever the script's spelling. */
function named(script: RehearsalScript, plan: Plan): RehearsalScript {
  const id = (word: string): string =>
    plan.tasks.find(task => task.id === word || task.id === word.toLowerCase())?.id ?? word
  const byId = <T>(told: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(told).map(([word, value]) => [id(word), value]))
  return { ...script, tasks: byId(script.tasks), decisions: byId(script.decisions) }
}

function taskProblems(source: Source, script: RehearsalScript, plan: Plan): readonly ScriptProblem[] {
  const ids: readonly string[] = plan.tasks.map(task => task.id)
  const unknown = (section: string, words: readonly string[], known: readonly string[]): readonly ScriptProblem[] =>
    words
      .filter(word => !known.includes(word))
      .map(word => {
        const meant = closest(word, known)
        return {
          where: placeOfKey(source, [section, word]),
          message: `${section}: there is no task ${word} in the plan`,
          hint: meant === null ? `its tasks are ${ids.join(', ')}` : `did you mean "${meant}"?`,
        }
      })
  return [
    ...unknown('tasks', Object.keys(script.tasks), ids),
    ...unknown('decisions', Object.keys(script.decisions), [...ids, 'run']),
    ...Object.entries(script.decisions).flatMap(([word, said]) =>
      said
        .filter(({ type }) => type !== 'stop' && (type === 'accept-baseline') !== (word === 'run'))
        .map(({ type }) => ({
          where: placeOfKey(source, ['decisions', word]),
          message: `decisions.${word}: ${type} is no answer there`,
          hint:
            word === 'run'
              ? 'the run itself is answered by accept-baseline or stop'
              : 'a task is answered by approve, retry, skip or stop',
        })),
    ),
  ]
}

const PLAYED_GATES = ['setup', ...COMMAND_GATES, 'test:old-form', 'red-green']

function gateProblems(
  source: Source,
  written: unknown,
  { script, plan }: { readonly script: RehearsalScript; readonly plan: Plan },
): readonly ScriptProblem[] {
  const of = (path: Path, gates: PlayedGates, tasks: readonly Task[]): readonly ScriptProblem[] => {
    const criteria = tasks.flatMap(task =>
      task.criteria.filter(({ check }) => check).map(({ id }) => `criterion:${id}`),
    )
    const known = [...new Set([...PLAYED_GATES, ...criteria, 'criterion:tests'])]
    return Object.entries(gates).flatMap(([gate, { verdict }]) => {
      const wrong = !known.includes(gate)
        ? unknownGate(gate, known)
        : (verdict === 'unproven') !== (gate === 'red-green' && verdict !== 'passed')
          ? { message: `${gate} cannot be ${verdict}`, hint: 'only red-green can be unproven' }
          : verdict === 'no-tests' && gate !== 'test'
            ? { message: `${gate} cannot be ${verdict}`, hint: 'only test can be no-tests' }
            : null
      return wrong ? [{ ...wrong, where: placeOfKey(source, asWritten(written, [...path, gate])) }] : []
    })
  }
  const ofAttempts = (path: Path, attempts: readonly PlayedAttempt[], tasks: readonly Task[]) =>
    attempts.flatMap(({ gates, merge }, at) => [
      ...of([...path, at, 'gates'], gates, tasks),
      ...(merge ? of([...path, at, 'merge', 'gates'], merge.gates, tasks) : []),
    ])
  return [
    ...of(['baseline'], script.baseline, []),
    ...ofAttempts(['default'], script.default ?? [], plan.tasks),
    ...Object.entries(script.tasks).flatMap(([id, attempts]) =>
      ofAttempts(
        ['tasks', id],
        attempts,
        plan.tasks.filter(task => task.id === id),
      ),
    ),
  ]
}

const RELEASE_GATES = ['setup', 'build', 'typecheck', 'lint', 'test', 'migrate', 'migrate_back']
const OF_COMMANDS: readonly PlayedGate['verdict'][] = ['passed', 'failed', 'environment']

/** Integration tests and the release gate: each is one command, which passes, fails or cannot start. */
function endingProblems(
  source: Source,
  written: unknown,
  { script, plan }: { readonly script: RehearsalScript; readonly plan: Plan },
): readonly ScriptProblem[] {
  const tests = (plan.integrations ?? []).map(({ id }) => id)
  const problem = (path: Path, message: string, hint: string): ScriptProblem => ({
    where: placeOfKey(source, asWritten(written, path)),
    message,
    hint,
  })
  const verdicts = (path: Path, what: string, { verdict }: PlayedGate): readonly ScriptProblem[] =>
    OF_COMMANDS.includes(verdict)
      ? []
      : [problem(path, `${what} cannot be ${verdict}`, `it is one of ${OF_COMMANDS.join(', ')}`)]
  return [
    ...Object.entries(script.integration).flatMap(([id, runs]) => {
      const path = ['integration', id]
      if (!tests.includes(id))
        return [problem(path, `there is no integration test "${id}" in the plan`, oneOf(id, tests))]
      return runs.flatMap(run => verdicts(path, id, run))
    }),
    ...script.release.flatMap((gates, at) =>
      Object.entries(gates).flatMap(([name, gate]) => {
        const path = ['release', at, name]
        if (!RELEASE_GATES.includes(name))
          return [problem(path, `the release gate has no check "${name}"`, oneOf(name, RELEASE_GATES))]
        return verdicts(path, name, gate)
      }),
    ),
  ]
}

const oneOf = (word: string, known: readonly string[]): string => {
  const meant = closest(word, known)
  if (meant !== null) return `did you mean "${meant}"?`
  return known.length > 0 ? `there are ${known.join(', ')}` : 'the plan has none'
}

/** Checks that read the agent's work. */
const READING_GATES = [
  'read-only',
  'change',
  'bookkeeping',
  'protected',
  'dependencies',
  'tests-kept',
  'scope',
  'outputs',
]

function unknownGate(gate: string, known: readonly string[]): Pick<ScriptProblem, 'message' | 'hint'> {
  if (READING_GATES.includes(gate))
    return {
      message: `${gate} is not played: it reads what the agent did, and it really does`,
      hint: 'add a step to the attempt that does what the check should find',
    }
  const meant = closest(gate, known)
  return {
    message: `there is no check "${gate}"`,
    hint: meant === null ? `checks here are ${known.join(', ')}` : `did you mean "${meant}"?`,
  }
}
