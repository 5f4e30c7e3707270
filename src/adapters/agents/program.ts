import { randomUUID } from 'node:crypto'
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileSafe } from '../../core/plan/ids.ts'
import type { Ending } from '../../core/run/ending.ts'
import type { Reach } from '../../core/told/message-timing.ts'
import type { Agents, Launch, LaunchResult } from '../../ports.ts'
import { runChild } from '../process/child.ts'
import { childLimits } from '../process/child-limits.ts'
import { agentEnvironment, type Environment } from '../process/environment.ts'
import { holdPorts, releasePorts } from '../process/port-range.ts'
import { openPrivateHome, type PrivateHome } from '../process/private-home.ts'
import { namedPlaces, ownPlaces } from '../process/sandbox/agent-places.ts'
import type { Enclosure } from '../process/sandbox/enclosure.ts'
import type { Sandbox } from '../process/sandbox/sandbox.ts'
import { readDiagnosis } from './answers/diagnosis.ts'
import { readFinalReview } from './answers/final-review.ts'
import { readJudgement } from './answers/judgement.ts'
import { readProposal } from './answers/proposal.ts'
import { NO_REPORT, REPORT_PLACES, type ReportFound, readReport } from './answers/report.ts'
import { readReview } from './answers/review.ts'
import { readTesterAnswer } from './answers/tester.ts'
import { type Conversation, underWay } from './conversation.ts'
import { startEnding } from './start-failure.ts'

const GRACE_MS = 5_000

const FOLDER = '.pm-agent'
const PROMPT = `${FOLDER}/prompt.txt`

/** Shared configuration of launches. */
export interface AgentParts {
  readonly outputsDir: string
  readonly userEnv: Readonly<Record<string, string | undefined>>
  /** Additional variables that the user passes to agents. */
  readonly passEnv?: readonly string[]
  /** The script player, and the Node that runs it. */
  readonly scriptedPlayer: string
  readonly nodePath: string
  /** Where it is left out, agents can reach whatever the user can. */
  readonly sandbox?: Sandbox
  /** Where agents that are shut in have their temporary files. */
  readonly tempRoot?: string
  /** From asking an agent to end until it is killed. */
  readonly graceMs?: number
}

/** How one kind of agent is started for one launch, and how its exit is read. */
export interface AgentProgram {
  readonly file: string
  readonly args: readonly string[]
  /** Its arguments in our sandbox, if it has a sandbox of its own: one cannot be made inside of the other everywhere. */
  readonly argsInSandbox?: readonly string[]
  /** Additional variables of the user that this kind needs. */
  readonly pass?: readonly string[]
  readonly set?: Environment
  /** Replaces the prompt on stdin by a conversation. */
  readonly conversation?: Conversation
  /** Sends a message while it works and returns when it will be read; absent if that is unsupported. */
  tell?(words: string): Reach
  /** Receives stdout as it arrives. */
  see(chunk: Buffer): void
  /** The ending from the process's exit, the report in its workspace and its output. */
  conclude(end: ProgramEnd): Pick<LaunchResult, 'ending' | 'reading' | 'session' | 'meter'>
}

/** What remains when an agent's processes have ended. */
export interface ProgramEnd extends ReportFound {
  readonly ending: Ending
  /** Both streams in order of arrival, truncated in the middle if long. */
  readonly output: string
}

/** Runs an agent in its workspace from the prompt to the report; the same for every kind. */
export async function launchProgram(
  parts: AgentParts,
  launch: Launch,
  program: AgentProgram,
  signal: AbortSignal,
  onLaunched: Parameters<Agents['launch']>[2],
): Promise<LaunchResult> {
  const problem = await prepareFolder(launch)
  if (problem !== null) return notStarted(problem)

  const pass = [...(program.pass ?? []), ...(parts.passEnv ?? [])]
  const outputFile = join(parts.outputsDir, `${fileSafe(launch.task)}-${launch.attempt}-${randomUUID()}.log`)
  const ports = `${launch.run}\0${launch.task}\0${launch.attempt}`
  const talk = program.conversation ? underWay(program.conversation, signal) : null
  const place = parts.sandbox && parts.tempRoot ? await openPrivateHome(parts.tempRoot) : null
  const enclosure = place ? await enclosureFor(parts, { launch, program, place }) : null
  const result = await runChild(
    {
      ...(enclosure
        ? {
            file: enclosure.file,
            args: [...enclosure.args, program.file, ...(program.argsInSandbox ?? program.args)],
            isEnclosure: true,
          }
        : { file: program.file, args: program.args }),
      cwd: launch.dir,
      env: agentEnvironment(enclosure ? { ...parts.userEnv, ...SHUT_IN } : parts.userEnv, {
        pass: [...pass, ...(launch.env?.pass ?? [])],
        set: { ...launch.env?.set, ...program.set, ...launchVariables(launch, holdPorts(ports)) },
      }),
      ...(talk ? { speak: talk.speak } : { stdin: launch.prompt }),
      ...childLimits({ ...launch.limits, minutes: launch.minutes, memoryMb: launch.limits.agentMemoryMb }),
      forgetsStdout: true,
      outputFile,
      token: launch.token,
      graceMs: parts.graceMs ?? GRACE_MS,
      onStdout: program.see,
    },
    talk?.signal ?? signal,
    mark => onLaunched(mark, outputFile),
  ).finally(async () => {
    talk?.clear()
    releasePorts(ports)
    await enclosure?.close?.()
    await place?.remove()
  })
  const { ending, output, durationMs } = result
  const { found, answer } = await answerOf(launch)
  const told = concluded(program.conclude({ ...found, ending, output }), output)
  // One that ended before it named its session can still be resumed in the one it was given.
  const session = told.session ?? (ending.is === 'exited' ? null : launch.session)
  return { ...told, session, outputFile, durationMs, ...answer }
}

/** The contents of the result file; judges, reviewers, testers, planners and diagnosers answer in formats of their own. */
async function answerOf({ role, dir }: Launch): Promise<{
  readonly found: ReportFound
  readonly answer: Pick<LaunchResult, 'judgement' | 'review' | 'tester' | 'finalReview' | 'proposal' | 'diagnosis'>
}> {
  if (role === 'verifier') return { found: NO_REPORT, answer: { judgement: await readJudgement(dir) } }
  if (role === 'reviewer') return { found: NO_REPORT, answer: { review: await readReview(dir) } }
  if (role === 'tester') return { found: NO_REPORT, answer: { tester: await readTesterAnswer(dir) } }
  if (role === 'final-reviewer') return { found: NO_REPORT, answer: { finalReview: await readFinalReview(dir) } }
  if (role === 'diagnoser') return { found: NO_REPORT, answer: { diagnosis: await readDiagnosis(dir) } }
  if (role === 'planner') return { found: NO_REPORT, answer: { proposal: await readProposal(dir) } }
  return { found: await readReport(dir), answer: {} }
}

/** What other programs leave in the shared folders for temporary files is not there for it. */
const SHUT_IN = { TMPDIR: '/tmp', XDG_RUNTIME_DIR: undefined }

async function enclosureFor(
  parts: AgentParts,
  on: { readonly launch: Launch; readonly program: AgentProgram; readonly place: PrivateHome },
): Promise<Enclosure | null> {
  const { userEnv, scriptedPlayer, nodePath, sandbox } = parts
  const command = [on.program.file, ...on.program.args]
  const homes = userEnv.HOME ? [userEnv.HOME] : []
  const named = namedPlaces([...command, scriptedPlayer, nodePath], homes)
  const { dir: workspace, conceal = [] } = on.launch
  return sandbox!.agent({ workspace, place: on.place, own: ownPlaces(command, userEnv), named, conceal })
}

type Told = ReturnType<AgentProgram['conclude']>

const concluded = (told: Told, output: string): Told =>
  told.reading.is === 'missing' ? { ...told, ending: startEnding(told.ending, output) } : told

const notStarted = (problem: string): LaunchResult => ({
  ending: { is: 'could-not-start', problem },
  reading: { is: 'missing' },
  session: null,
  outputFile: null,
  durationMs: 0,
})

function launchVariables(launch: Launch, portBase: number): Readonly<Record<string, string>> {
  return {
    PM_AGENT_ROLE: launch.role,
    PM_AGENT_TASK: launch.task,
    PM_AGENT_ATTEMPT: String(launch.attempt),
    PM_AGENT_PROMPT_FILE: resolve(launch.dir, PROMPT),
    PM_AGENT_RESULT_FILE: resolve(launch.dir, REPORT_PLACES[0]),
    PM_AGENT_PORT_BASE: String(portBase),
    ...(launch.session === null ? {} : { PM_AGENT_SESSION: launch.session }),
  }
}

/** Writes the prompt and deletes reports of earlier launches; returns why the folder is unusable. */
async function prepareFolder(launch: Launch): Promise<string | null> {
  const folder = join(launch.dir, FOLDER)
  await mkdir(folder).catch(() => {})
  const found = await lstat(folder).catch(() => null)
  // A repository may contain a link of this name, and writing through it would leave the workspace.
  if (!found?.isDirectory()) return `${FOLDER} in the workspace is not a folder`
  for (const place of [...REPORT_PLACES, PROMPT]) await rm(join(launch.dir, place), { recursive: true, force: true })
  await writeFile(join(launch.dir, PROMPT), launch.prompt, { flag: 'wx' })
  return null
}
