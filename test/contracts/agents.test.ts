import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentSpec } from '../../src/core/settings/config.ts'
import type { Turn } from '../live/model/turn.ts'
import { agentContract } from '../rig/agents/agent-contract.ts'
import type { AgentKit } from '../rig/agents/agent-stage.ts'

const fake = (name: string) => fileURLToPath(new URL(`../rig/fake-clis/${name}.js`, import.meta.url))
const started = (name: string) => `exec "${process.execPath}" "${fake(name)}"`

/** A program that stands where the CLI would be. */
function standIn(dir: string, name: string): string {
  const path = join(dir, name)
  writeFileSync(path, `#!/bin/sh\n${started(name)} "$@"\n`, { mode: 0o755 })
  return path
}

function fakeKit(
  traits: Omit<AgentKit, 'open' | 'idleMs' | 'endsInTrouble' | 'goesOnAfterDenial'>,
  agent: (dir: string, turns: readonly Turn[]) => AgentSpec,
): AgentKit {
  return {
    ...traits,
    idleMs: 4_000,
    endsInTrouble: true,
    goesOnAfterDenial: true,
    open: async turns => {
      const dir = mkdtempSync(join(tmpdir(), 'fake-turns-'))
      writeFileSync(join(dir, 'turns.json'), JSON.stringify(turns))
      return {
        agent: agent(dir, turns),
        env: { FAKE_TURNS: dir },
        pass: ['FAKE_TURNS'],
        sessionsDir: dir,
        conversations: () => linesOf(join(dir, 'requests.jsonl')).map(line => JSON.parse(line)),
        [Symbol.asyncDispose]: async () => rmSync(dir, { recursive: true, force: true }),
      }
    },
  }
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}

/** What the turns of a model come to in the language of scripts. */
function scriptOf(turns: readonly Turn[]): object {
  const steps = turns.flatMap((turn): readonly object[] => {
    if ('hang' in turn) return [{ hang: true }]
    if (!('text' in turn || 'use' in turn)) return []
    const writes = (turn.use ?? []).flatMap(one =>
      'write' in one ? [{ write: { path: one.write, text: one.content } }] : [],
    )
    return [...(turn.text === undefined ? [] : [{ print: turn.text }]), ...writes]
  })
  return { default: [{ steps: [{ session: { id: 'scripted-1' } }, ...steps] }] }
}

const HEARD = { isHeard: true, isAsking: true, remembers: true, tellsCost: true, hears: 'next-attempt' } as const
const KITS: readonly AgentKit[] = [
  fakeKit({ kind: 'command', ...HEARD, isHeard: false, tellsCost: false }, () => ({
    is: 'command',
    name: 'plain',
    command: started('plain'),
  })),
  fakeKit({ kind: 'scripted', ...HEARD, isHeard: false, isAsking: false, remembers: false }, (dir, turns) => {
    const script = join(dir, 'script.json')
    writeFileSync(script, JSON.stringify(scriptOf(turns)))
    return { is: 'scripted', name: 'scripted', script }
  }),
  fakeKit({ kind: 'claude', ...HEARD, hears: 'now' }, dir => ({
    is: 'claude',
    name: 'claude',
    model: null,
    path: standIn(dir, 'claude'),
  })),
  fakeKit({ kind: 'codex', ...HEARD, tellsCost: false }, dir => ({
    is: 'codex',
    name: 'codex',
    model: null,
    path: standIn(dir, 'codex'),
  })),
  fakeKit({ kind: 'acp', ...HEARD, hears: 'next-turn' }, () => ({
    is: 'acp',
    name: 'fake',
    command: started('acp'),
    pass: [],
  })),
]

for (const kit of KITS) agentContract(kit)
