import { shortCommit, taskId } from '../../plan/ids.ts'
import { type Kind, plainTask, type Task } from '../../plan/plan.ts'
import type { FileChange } from '../../proof/draft.ts'
import { blockers, isProven, isQuestion, type Receipt } from '../../proof/receipt.ts'
import { plural } from '../../text/lists.ts'
import { REPLAY_WORDS } from './replay-words.ts'
import type { PastCommit, ReplayClass, Replayed } from './replayed.ts'

/** Trailers of a commit message, such as signatures and references. */
const TRAILER =
  /^(?:[A-Z][a-z]+(?:-[a-z]+)+|Change-Id|[Cc]lose[sd]?|[Ff]ix(?:es|ed)?|[Rr]efs?|[Rr]esolve[sd]?): \S|^\(cherry picked from /

/** The body of a message without its subject. */
export const bodyOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !TRAILER.test(line))

/** The task of a commit, from its message and files, without any permissions. */
export const taskOf = (past: PastCommit, kind: Kind): Task => ({
  ...plainTask(taskId(shortCommit(past.commit)), past.subject),
  kind,
  steps: past.body,
  breaking: TYPED.exec(past.subject)?.groups?.breaking === '!',
  references: past.changes.map(change => change.path),
})

/** The same task with its changed files in `Files`, as in a plan. */
export const withFilesOf = (task: Task, past: PastCommit): Task => {
  const having = (status: FileChange['status']) =>
    past.changes.filter(change => change.status === status).map(({ path }) => path)
  return { ...task, files: { ...task.files, create: having('added'), modify: having('modified') } }
}

/** Gates that only ask whether a change of these files is intended. */
const ABOUT_FILES: ReadonlySet<string> = new Set(['protected', 'dependencies'])

/** Whether the same task might have passed if it had named its files. */
export const mightPassWithFiles = (receipt: Receipt): boolean => {
  const failed = blockers(receipt)
  return failed.length > 0 && failed.every(({ gate }) => ABOUT_FILES.has(gate))
}

/** `type(scope)!: …` */
const TYPED = /^(?<type>\w+)(\((?<scope>[^)]*)\))?(?<breaking>!?):\s*(?<aim>.*)/

const BY_TYPE: Readonly<Record<string, Kind>> = {
  feat: 'feature',
  fix: 'fix',
  refactor: 'refactor',
  perf: 'perf',
  docs: 'docs',
  doc: 'docs',
  chore: 'chore',
  deps: 'chore',
  maintenance: 'chore',
  build: 'chore',
  ci: 'chore',
  style: 'chore',
  test: 'chore',
  tests: 'chore',
  types: 'chore',
  release: 'release',
}

/** Scopes outside of the program: `fix(docs)` fixes no behaviour. */
const BY_SCOPE: Readonly<Record<string, Kind>> = {
  docs: 'docs',
  readme: 'docs',
  ci: 'chore',
  deps: 'chore',
  'deps-dev': 'chore',
  lint: 'chore',
  linting: 'chore',
  eslint: 'chore',
  test: 'chore',
  tests: 'chore',
  types: 'chore',
  typings: 'chore',
  perf: 'perf',
  performance: 'perf',
  refactor: 'refactor',
}

/**
 * The kind of a `fix:` that fixes no behaviour. Many projects publish releases only for some types, and so call everything a fix;
 * the real topic comes first in the subject.
 */
const FIXES: readonly (readonly [RegExp, Kind])[] = [
  [
    /^(fix(es|ed)? |resolve |address )?((all|some|new|the|remaining|minor) )*(\w*lint(er|ing)?|prettier|ruff|flake8|mypy|pylint|clippy)( (issues?|errors?|warnings?|failures?|violations?|problems?|rules?)\b|$|,| \()/i,
    'chore',
  ],
  [/^(faster|speed up|optimi[sz]e|improve (the )?(performance|speed))\b/i, 'perf'],
  [
    /^(((minor|some|code|general) )*clean[ -]?ups?($| \(|,)|refactor\b|remove (dead code|unused (code|imports?|variables?|functions?|exports?|params?|arguments?))\b)/i,
    'refactor',
  ],
]

/** In order of precedence; other subjects count as new behaviour. */
const BY_WORDS: readonly (readonly [RegExp, Kind])[] = [
  [/^(v?\d+\.\d+[\w.-]*|release\b|bump version|prepare release|back to dev)/i, 'release'],
  [/^((prepare|publish(ed)?|bump(ed)?( to)?|([\w-]+ )?version)) v?\d+(\.\d+)+[\w.-]*$|^update version/i, 'release'],
  [
    /^((update|improve|extend|clarify|fix|add)( the)? )?(docs?|documentation|readme|changelog|typos?|comments?)\b|\b(typo|readme|jsdoc|docstrings?|changelog)\b/i,
    'docs',
  ],
  [
    /^(bump|deps|update ((all|dev|peer|non-major)[ -])*dependenc\w+|upgrade|pin|lint|format|ci|workflows?|tests?)\b|\bautoupdate\b/i,
    'chore',
  ],
  [
    /\b(rules?|lints?|warnings?|errors?)\b.*\b(eslint|ruff|flake8|clippy|pylint|biome)\b|\b(eslint|ruff|flake8|clippy|pylint|biome)\b.*\b(rules?|lints?|warnings?|errors?|checks?)\b/i,
    'chore',
  ],
  [
    /^(refactor|rename|move|extract|simplify|clean ?up|tidy|remove (unused|dead)|restructure|modernize)\b|\bclean-?ups?\b/i,
    'refactor',
  ],
  [/^(perf|speed up|optimi[sz]e|faster)\b|\bperformance\b/i, 'perf'],
  [/^(fix|bugfix|hotfix|correct|revert)\b|\bfix(es|ed)?\b/i, 'fix'],
]

/** Parts of a project outside of the program. A commit that touches only these would have been planned as such. */
export type BesideProgram = 'tests' | 'docs' | 'ci' | 'types'

/** The kind of a commit: by its files if they are all outside of the program; else by scope, type or words of its subject. */
export function commitKind(subject: string, touched: readonly (BesideProgram | 'program')[] = ['program']): Kind {
  if (!touched.includes('program')) return touched.every(part => part === 'docs') ? 'docs' : 'chore'
  const { type = '', scope = '', aim = '' } = TYPED.exec(subject)?.groups ?? {}
  const said = (table: Readonly<Record<string, Kind>>, word: string): Kind | undefined =>
    Object.hasOwn(table, word.toLowerCase()) ? table[word.toLowerCase()] : undefined
  const byWords = (table: readonly (readonly [RegExp, Kind])[], text: string) =>
    table.find(([words]) => words.test(text))?.[1]
  return (
    said(BY_SCOPE, scope) ??
    (type === 'fix' ? byWords(FIXES, aim) : undefined) ??
    said(BY_TYPE, type) ??
    byWords(BY_WORDS, subject) ??
    'feature'
  )
}

/** Gates whose refusal a contract can prevent, with the words for it. */
const ALLOWABLE: Readonly<Record<string, string>> = {
  protected: 'changes to files that decide how checks run',
  dependencies: 'dependencies',
  'test:old-form': 'changed expectations',
  'tests-kept': 'tests that are taken out',
}

/** The class of a receipt with its reason, and the gates that `Allow` can name. */
export function classify(
  receipt: Receipt,
  byName: ReadonlySet<string> = new Set(),
): Pick<Replayed, 'is' | 'why' | 'allowances'> {
  const blind = blindSuite(receipt)
  if (isProven(receipt))
    return blind !== null && receipt.basis !== 'red-green'
      ? { is: 'environment', why: blind, allowances: [] }
      : { is: 'proven', why: basisOf(receipt), allowances: [] }
  const failed = blockers(receipt)
  const why = failed.map(gate => `${gate.gate} ${gate.verdict}: ${firstWords(gate.evidence)}`).join('; ')
  if (failed.some(isOfTheMachine) || (failed.length > 0 && failed.every(({ verdict }) => verdict === 'flaky')))
    return { is: 'environment', why, allowances: [] }
  const open = failed.filter(gate => !isAllowable(gate, byName))
  if (open.length > 0 && open.every(gate => gate.verdict === 'unproven'))
    return blind === null ? { is: 'unproven', why, allowances: [] } : { is: 'environment', why: blind, allowances: [] }
  if (open.length > 0) return { is: 'refused', why, allowances: [] }
  return { is: 'needs-allowance', why, allowances: failed.map(gate => ALLOWABLE[gate.gate] ?? gate.gate) }
}

/** The reason why the suite could not show anything about this commit: it fails on the base, or it cannot fail. Null otherwise. */
function blindSuite({ gates }: Receipt): string | null {
  const blind = gates.find(
    ({ gate, verdict }) =>
      (gate === 'test' && verdict === 'known-failure') || (gate === 'control:test' && verdict === 'uncontrolled'),
  )
  return blind ? firstWords(blind.evidence) : null
}

/** The checks could not run here. A history has a suite: if none is found, the command is wrong. */
const isOfTheMachine = ({ gate, verdict }: Receipt['gates'][number]): boolean =>
  verdict === 'environment' || gate === 'setup' || (gate === 'test' && verdict === 'no-tests')

/** Something that a human or the contract can permit. */
const isAllowable = ({ gate, verdict, halts }: Receipt['gates'][number], byName: ReadonlySet<string>): boolean =>
  isQuestion(verdict) || Object.hasOwn(ALLOWABLE, gate) || (byName.has(gate) && !halts)

const basisOf = (receipt: Receipt): string =>
  receipt.basis === 'red-green' ? `${receipt.redGreen.length} went from red to green` : receipt.basis

/** Its first words, with their subject if they do not contain it. */
function firstWords(text: string): string {
  const [first = '', second = ''] = text.split('\n')
  return `${first}${second === '' || second.endsWith(':') ? '' : ` ${second}`}`.slice(0, 200)
}

const CLASSES: readonly ReplayClass[] = ['proven', 'needs-allowance', 'unproven', 'environment', 'refused']

/** One commit on one line. */
export function replayLine({ past, is, why, withFiles, durationMs }: Replayed): string {
  const helped = withFiles === 'proven' ? '\n    accepted where the task names its files' : ''
  return `${shortCommit(past.commit)}  ${REPLAY_WORDS[is].word.padEnd(16)}  ${seconds(durationMs).padStart(7)}  ${past.subject.slice(0, 60)}${is === 'proven' ? `  (${why})` : `\n    ${why}${helped}`}`
}

/** The result: shares of classes, and the time of proofs. */
export function replaySummary(results: readonly Replayed[]): readonly string[] {
  const shares = CLASSES.flatMap(name => {
    const count = results.filter(({ is }) => is === name).length
    return count === 0
      ? []
      : [
          `  ${String(count).padStart(4)}  ${percent(count, results.length)}  ${REPLAY_WORDS[name].word}: ${REPLAY_WORDS[name].meaning}`,
        ]
  })
  const times = results.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)] ?? 0
  return [
    `${plural(results.length, 'commit')} replayed:`,
    ...shares,
    `A proof took ${seconds(middle)} (median), ${seconds(times.at(-1) ?? 0)} at most.`,
  ]
}

/** Settings and contract lines that would have helped, the most frequent first. */
export function replayAdvice(results: readonly Replayed[]): readonly string[] {
  const advice: string[] = []
  const needed = new Map<string, number>()
  for (const { allowances } of results)
    for (const allowance of new Set(allowances)) needed.set(allowance, (needed.get(allowance) ?? 0) + 1)
  for (const [allowance, count] of [...needed].sort(([, a], [, b]) => b - a))
    advice.push(`${count} needed leave for ${allowance}: say so in the task (Allow: …), or answer when you are asked`)
  const named = results.filter(({ withFiles }) => withFiles === 'proven').length
  if (named > 0) advice.push(`${named} would have been accepted had the task named its files: give tasks Files`)
  const count = (name: ReplayClass) => results.filter(({ is }) => is === name).length
  if (count('unproven') > 0)
    advice.push(
      `${count('unproven')} had no test that shows the change: give such tasks a criterion with a command, or a Kind that keeps behaviour`,
    )
  if (count('environment') > 0)
    advice.push(
      `${count('environment')} could not be judged here: pm-agent doctor --run says what the commands do in a clean room; see commands:, copy:, services: and env: in pm-agent.yaml`,
    )
  return advice.length === 0 ? [] : ['What would have helped:', ...advice.map(line => `  ${line}`)]
}

/** The same for programs. */
export const replayJson = (results: readonly Replayed[]) => ({
  commits: results.map(({ past, kind, is, why, allowances, withFiles, receipt, durationMs }) => ({
    commit: past.commit,
    subject: past.subject,
    kind,
    class: is,
    why,
    allowances,
    with_files: withFiles,
    basis: receipt?.basis ?? null,
    gates: receipt?.gates.map(({ gate, verdict, blocking, evidence }) => ({ gate, verdict, blocking, evidence })) ?? [],
    duration_ms: durationMs,
  })),
  shares: Object.fromEntries(CLASSES.map(name => [name, results.filter(({ is }) => is === name).length])),
})

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const percent = (part: number, all: number): string => `${Math.round((part / all) * 100)} %`.padStart(5)
