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
import type { Reach } from '../../../src/core/told/message-timing.ts'
import type { Agents, LaunchResult } from '../../../src/ports.ts'
import type { Turn } from '../../live/model/turn.ts'

const PLAYER = fileURLToPath(new URL('../../../src/adapters/agents/scripted/scripted-player.ts', import.meta.url))

/** An agent of one kind that can be launched, with a model whose turns are given. */
export interface AgentKit {
  readonly kind: string
  /** What it prints is a stream that tells tools, denials, errors and what was used. */
  readonly isHeard: boolean
  /** What it asks its model can be seen. */
  readonly isAsking: boolean
  /** It goes on in a session with all that was said before, also in another workspace. */
  readonly remembers: boolean
  /** When it hears what is said to it while it works. */
  readonly hears: Reach
  /** Says in numbers what it cost. */
  readonly tellsCost: boolean
  /** It goes on with something else when it is not let do something. */
  readonly goesOnAfterDenial: boolean
  /** It gives up and says so when the vendor has no room or no more allowance, instead of asking again for ever. */
  readonly endsInTrouble: boolean
  /** How long its silence is borne when it hangs: longer than it takes to start. */
  readonly idleMs: number
  open(turns: readonly Turn[]): Promise<AgentPlay>
}

/** What a kit brings for one test. */
export interface AgentPlay extends AsyncDisposable {
  readonly agent: AgentSpec
  readonly env: Readonly<Record<string, string>>
  /** Those of the variables that the user's settings name. */
  readonly pass: readonly string[]
  /** The folder in which it keeps its sessions, where that is not its home. */
  readonly sessionsDir: string
  /** The conversations that the model was asked with, as JSON texts. */
  conversations(): readonly string[]
}

/** A workspace in which the agent is launched as often as a test likes. */
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
      readonly onLaunched?: (mark: ProcessMark, outputFile: string) => void
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
        idleMinutes: (how.idleMs ?? 30_000) / 60_000,
        outputMbMax: 10,
        env: { pass: this.play.pass, set: {} },
      },
      how.signal ?? new AbortController().signal,
      async (mark, outputFile) => how.onLaunched?.(mark, outputFile),
    )
  }

  /** Says something to the agent that was launched last. */
  tell(words: string): Promise<Reach> {
    return this.agents.tell!(this.#tokens.at(-1)!, words)
  }

  /** Whether the agent has put these words where it finds them again after any end. */
  hasKept(words: string): boolean {
    const dirs = [join(this.#root, 'home'), this.play.sessionsDir]
    return dirs.some(dir =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && /\.jsonl?$/.test(entry.name))
        .some(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(words)),
    )
  }

  /** Processes that any of the launches left behind. */
  leftBehind(): readonly number[] {
    return this.#tokens.flatMap(token => findProcesses(token, null).pids)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.play[Symbol.asyncDispose]()
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 })
  }
}
