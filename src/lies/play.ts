import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { git } from '../adapters/git/git.ts'
import type { Defence } from '../core/proof/defence.ts'
import type { RunState } from '../core/run/state.ts'
import { shellQuoted } from '../core/text/shell-word.ts'
import { drive, findPlaces, openRun, prepareRun, thisHolder, unwire, wire } from '../library.ts'
import type { Play } from './catalogue.ts'
import { committedFiles, type Fixture, fixtureFolder } from './fixture.ts'
import { endLeftOvers } from './left-alive.ts'
import { stateOfFiles } from './untouched.ts'
import { judge, type PlayResult, receiptsOf } from './verdict.ts'

export interface PlayOptions {
  readonly env: NodeJS.ProcessEnv
  /** Folder with the fixture's dependencies, copied by its setup; null if it has none. */
  readonly modules: string | null
  /** Defences that are disabled in the proof. */
  readonly leaveOut: readonly Defence[]
  /** Keeps the folder of the play. */
  readonly keep?: boolean | undefined
  readonly stop?: AbortSignal | undefined
}

/** Plays one script as a complete real run in its own repository, and inspects it from outside afterwards. */
export async function performPlay(play: Play, fixture: Fixture, options: PlayOptions): Promise<PlayResult> {
  const startedMs = performance.now()
  const about = { play: play.label, entry: play.entry, family: play.family, base: play.base, twin: play.twin }
  const root = mkdtempSync(join(tmpdir(), 'pm-agent-lies-'))
  try {
    const repository = await layOut(root, play, fixture, options.modules)
    const before = withoutStrays(stateOfFiles(repository), play)
    const state = await playRun({ root, repository, play, options })
    const outside = [
      ...changes(before, withoutStrays(stateOfFiles(repository), play)),
      ...endLeftOvers(root).map(words => `left alive: ${words}`),
      ...(existsSync(join(root, 'marker')) ? ['code that the agent planted was run by us'] : []),
    ]
    const proofMs = state.tasks
      .flatMap(run => run.attempts)
      .reduce((sum, { receipt }) => sum + (receipt?.durationMs ?? 0), 0)
    return {
      ...about,
      ...judge(play, { state, outside }),
      receipts: receiptsOf(state),
      proofMs,
      durationMs: since(startedMs),
    }
  } catch (error) {
    const why = error instanceof Error ? `${error.message}\n${error.stack}` : String(error)
    return { ...about, outcome: 'broken', said: [], receipts: [], why, proofMs: 0, durationMs: since(startedMs) }
  } finally {
    if (!options.keep) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

const since = (startedMs: number): number => Math.round(performance.now() - startedMs)

/** A commit of another repository. */
const ELSEWHERE = 'e'.repeat(40)

/** The user's repository: the fixture, the plan and the settings in one commit. */
async function layOut(root: string, play: Play, fixture: Fixture, modules: string | null): Promise<string> {
  const repository = join(root, 'repo')
  mkdirSync(join(root, 'home'))
  const setup = modules ? `cp -R '${modules}' node_modules` : null
  for (const [path, text] of Object.entries(committedFiles(play, fixture, setup))) {
    mkdirSync(fixtureFolder(repository, path), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  const at = { startDir: repository }
  await git({ ...at, args: ['init', '--quiet', '--initial-branch=main'] })
  await git({ ...at, args: ['add', '--all'] })
  for (const path of play.submodules) {
    mkdirSync(join(repository, path), { recursive: true })
    await git({ ...at, args: ['update-index', '--add', '--cacheinfo', `160000,${ELSEWHERE},${path}`] })
  }
  await git({ ...at, args: ['commit', '--quiet', '--message', 'chore: begin'] })
  return repository
}

/** Makes the same calls as the command line; returns the journal's final state. */
async function playRun(on: {
  readonly root: string
  readonly repository: string
  readonly play: Play
  readonly options: PlayOptions
}): Promise<RunState> {
  const { root, repository, play, options } = on
  const env: NodeJS.ProcessEnv = {
    ...options.env,
    HOME: join(root, 'home'),
    XDG_STATE_HOME: join(root, 'state'),
    // A toolchain in the user's home would not be found in this home.
    ...(options.env.HOME && !options.env.PYENV_ROOT && existsSync(join(options.env.HOME, '.pyenv'))
      ? { PYENV_ROOT: join(options.env.HOME, '.pyenv') }
      : {}),
    PATH: [dirname(process.execPath), options.env.PATH ?? ''].join(delimiter),
  }
  const context = { cwd: repository, env, terminal: { print: () => {}, warn: () => {}, colour: false } }
  const places = await findPlaces(context)
  const agent = `command:${agentCommand(play.script, play, repository)}`
  const judged = play.judge ? { judge: `command:${agentCommand(join(play.folder, play.judge), play, repository)}` } : {}
  const prepared = await prepareRun(context, places, {
    ...{ plan: 'PLAN.md', agent, ...judged },
    // The bench measures the proof: a look of a human would hide what it lets through.
    review: 'never',
  })
  const ports = { ...(await wire(places, prepared.path, { env })), leaveOut: new Set(options.leaveOut) }
  try {
    const opened = await openRun(ports, { ...prepared, holder: thisHolder() })
    if (!opened.ok) throw new Error(`the run could not be opened: ${opened.error.reason}`)
    const { lease, state } = opened.value
    if (!lease) return state
    try {
      for (const [path, text] of Object.entries(play.meanwhile)) writeFileSync(join(repository, path), text)
      const stop = options.stop ? { stop: options.stop } : {}
      let at = await drive(ports, { lease, state, ...stop })
      for (const answer of play.answers) {
        const commands = at.tasks
          .filter(run => run.stage.is === 'escalated')
          .map(run => ({ type: `${answer}-task`, task: run.task.id, by: 'the user', note: 'it is fine' }) as const)
        at = await drive(ports, { lease, state: at, commands, ...stop })
      }
      return at
    } finally {
      await ports.store.releaseLease(lease)
    }
  } finally {
    await unwire(ports)
  }
}

/** The program, the fixture's name, and the user's repository, which any agent on the machine could find. */
function agentCommand(script: string, play: Play, repository: string): string {
  const words = [script, play.base, repository]
  const program = script.endsWith('.sh') ? 'sh' : process.execPath
  return ['exec', ...[program, ...words].map(shellQuoted)].join(' ')
}

function withoutStrays(files: Readonly<Record<string, string>>, play: Play): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).filter(
      ([path]) => !play.strays.some(stray => path === stray || path.startsWith(`${stray}/`)),
    ),
  )
}

/** The branches of held work. */
const HELD = /^\.git\/(?:logs\/)?refs\/heads\/feat\//

/** Changes in the user's repository other than our own branch and folder. */
function changes(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): readonly string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return paths
    .filter(path => before[path] !== after[path] && !HELD.test(path))
    .map(path => `the user's repository is changed: ${path}`)
}
