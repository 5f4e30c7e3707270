import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Tree } from '../core/plan/ids.ts'
import type { CommandResult, CommandSpec, Room, Rooms, Vault } from '../ports.ts'
import { resultOf, shownResult } from './command-result.ts'
import type { Rehearsal } from './rehearsal.ts'
import { type Scene, sceneOf } from './scene.ts'

/** Rooms in which nothing runs: command results come from the script. */
export function rehearsedRooms(
  rehearsal: Rehearsal,
  parts: { readonly vault: Vault; readonly outputsDir: string },
): Rooms {
  const trees = new Map<string, Tree>()
  const scenes = new Map<string, Promise<Scene>>()
  const sceneFor = (token: string): Promise<Scene> => {
    const known = scenes.get(token)
    if (known) return known
    const scene = sceneOf(rehearsal, parts.vault, token)
    scenes.set(token, scene)
    return scene
  }
  const keep = async (output: string): Promise<string> => {
    const file = join(parts.outputsDir, `rehearsed-${randomUUID()}.log`)
    await writeFile(file, output)
    return file
  }
  return {
    open: async tree => {
      const room: Room = { dir: `rehearsed-room-${randomUUID()}` }
      trees.set(room.dir, tree)
      return room
    },
    run: async (room: Room, spec: CommandSpec, signal: AbortSignal): Promise<CommandResult> => {
      const { said, gate, criterion } = await (await sceneFor(spec.token))(trees.get(room.dir)!, spec.command)
      if (gate.takesMs > 0) await delay(rehearsal.shortened(gate.takesMs), undefined, { signal }).catch(() => {})
      const shown = signal.aborted
        ? ({ ending: { is: 'stopped' }, output: '' } as const)
        : shownResult(said, gate, criterion)
      return resultOf(shown, gate.takesMs, keep)
    },
    close: async room => {
      trees.delete(room.dir)
    },
    rewrite: async () => {
      throw new Error('nothing is formatted in a rehearsal')
    },
    // Nothing runs in a workspace either.
    furnish: async () => {},
    altered: async () => [],
    environment: async () => ({
      toolchain: {},
      sandbox: 'REHEARSAL: nothing was run; results of checks come from the script',
      rehearsed: true,
    }),
  }
}
