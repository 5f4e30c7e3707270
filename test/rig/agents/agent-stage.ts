import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAgents } from '../../../src/adapters/agents/agents.ts'
import { findProcesses } from '../../../src/adapters/process/process-table.ts'
import { runId, taskId } from '../../../src/core/plan/ids.ts'
import type { ProcessMark } from '../../../src/core/run/event.ts'
import type { AgentSpec } from '../../../src/core/settings/config.ts'
import { DEFAULT_LIMITS } from '../../../src/core/settings/config.ts'
import type { Reach } from '../../../src/core/told/message-timing.ts'
import type { Agents, LaunchResult } from '../../../src/ports.ts'
import type { Turn } from '../../live/model/turn.ts'

const PLAYER = fileURLToPath(new URL('../../../src/adapters/agents/scripted/scripted-player.ts', import.meta.url))

/** A launchable agent of one kind, with scripted model turns. */
export interface AgentKit {
  readonly kind: string
  /** Its output is a stream with tools, denials, errors and usage. */
  readonly isHeard: boolean
  /** Its model requests can be inspected. */
  readonly isAsking: boolean
  /** It resumes a session with its whole history, even in another workspace. */
  readonly remembers: boolean
  /** When it reads messages sent while it works. */
  readonly hears: Reach
  /** It reports its cost in numbers. */
  readonly tellsCost: boolean
  /** It continues with something else after a denial. */
  readonly goesOnAfterDenial: boolean
  /** It gives up with an error if the vendor is overloaded or the quota is exhausted, instead of retrying for ever. */
  readonly endsInTrouble: boolean
  /** The idle limit when it hangs: longer than it takes to start. */
  readonly idleMs: number
  open(turns: readonly Turn[]): Promise<AgentPlay>
}

/** A kit's contribution to one test. */
export interface AgentPlay extends AsyncDisposable {
  readonly agent: AgentSpec
  readonly env: Readonly<Record<string, string>>
  /** The variables named in the user's settings. */
  readonly pass: readonly string[]
  /** The folder of its sessions, if not its home. */
  readonly sessionsDir: string
  /** The conversations sent to the model, as JSON texts. */
  conversations(): readonly string[]
}

/** A workspace for any number of launches. */
export class AgentStage implements AsyncDisposable {
  readonly agents: Agents
  readonly workspace: string
  readonly play: AgentPlay
  readonly #root: string
  readonly #tokens: string[] = []

  private constructor(play: AgentPlay) {
    this.play = play
    this.#root = mkdtempSync(join(tmpdir(), 'agent-stage-'))
    this.workspace = join(this.#root, 'workspace')
    for (const name of ['workspace', 'home', 'tmp']) mkdirSync(join(this.#root, name))
    this.agents = createAgents({
      outputsDir: join(this.#root, 'outputs'),
      userEnv: { PATH: process.env.PATH, HOME: join(this.#root, 'home'), TMPDIR: join(this.#root, 'tmp'), ...play.env },
      scriptedPlayer: PLAYER,
      nodePath: process.execPath,
      graceMs: 2_000,
    })
  }

  static async open(kit: AgentKit, turns: readonly Turn[]): Promise<AgentStage> {
    return new AgentStage(await kit.open(turns))
  }

  launch(
    how: {
      readonly prompt?: string
      readonly session?: string | null
      readonly idleMs?: number
      readonly signal?: AbortSignal
      readonly onLaunched?: ((mark: ProcessMark, outputFile: string) => void) | undefined
    } = {},
  ): Promise<LaunchResult> {
    const token = randomUUID()
    this.#tokens.push(token)
    return this.agents.launch(
      {
        agent: this.play.agent,
        run: runId('run-1'),
        task: taskId('1'),
        attempt: this.#tokens.length,
        dir: this.workspace,
        role: 'worker',
        prompt: how.prompt ?? '## TASK\n1: Do it.\n',
        session: how.session ?? null,
        token,
        minutes: 1,
        limits: { ...DEFAULT_LIMITS, idleMinutes: (how.idleMs ?? 30_000) / 60_000 },
        env: { pass: this.play.pass, set: {} },
      },
      how.signal ?? new AbortController().signal,
      async (mark, outputFile) => how.onLaunched?.(mark, outputFile),
    )
  }

  /** Sends a message to the agent that was launched last. */
  tell(words: string): Promise<Reach> {
    return this.agents.tell!(this.#tokens.at(-1)!, words)
  }

  /** Whether the agent has stored this text where it survives any end. */
  hasKept(words: string): boolean {
    const dirs = [join(this.#root, 'home'), this.play.sessionsDir]
    return dirs.some(dir =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && /\.jsonl?$/.test(entry.name))
        .some(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(words)),
    )
  }

  /** Leftover processes of any launch. */
  leftBehind(): readonly number[] {
    return this.#tokens.flatMap(token => findProcesses(token, null).pids)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.play[Symbol.asyncDispose]()
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 })
  }
}
