import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aroundAgent } from '../process/bubblewrap.ts'
import { runChild } from '../process/child.ts'
import type { Enclosure } from '../process/enclosure.ts'

/** Hidden from agents: they may read the user's checkout, but not its git folder or pm-agent's files. */
export interface AgentSight {
  readonly checkout: string
  readonly hidden: readonly string[]
}

/** Sandboxes agents where the machine supports it: their processes end with them, and the user's repository is out of reach. */
export class AgentShutIn {
  readonly #sight: AgentSight
  readonly #path: string
  #works: Promise<boolean> | null = null

  constructor(sight: AgentSight, userEnv: Readonly<Record<string, string | undefined>>) {
    this.#sight = sight
    this.#path = userEnv.PATH ?? ''
  }

  async enclosure(workspace: string): Promise<Enclosure | null> {
    this.#works ??= this.#try()
    return (await this.#works) ? aroundAgent(this.#sight, workspace) : null
  }

  async #try(): Promise<boolean> {
    const { file, args } = aroundAgent(this.#sight, this.#sight.checkout)
    const outputFile = join(tmpdir(), `pm-agent-trial-${randomUUID()}.log`)
    try {
      const { ending } = await runChild(
        {
          file,
          args: [...args, 'true'],
          cwd: '/',
          env: { PATH: this.#path },
          wallMs: 20_000,
          idleMs: null,
          outputBytesMax: 100_000,
          outputFile,
          token: randomUUID(),
          graceMs: 1_000,
        },
        new AbortController().signal,
      )
      return ending.is === 'exited' && ending.code === 0
    } finally {
      await rm(outputFile, { force: true })
    }
  }
}
