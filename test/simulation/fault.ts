import { err } from '../../src/core/result.ts'
import type { Ports } from '../../src/ports.ts'

/** One call of the engine to the outside that goes wrong, counted from the beginning of its life. */
export interface Fault {
  readonly call: number
  /** The call fails before anything happened or after it did; an append may also be refused. Other calls that are to be refused fail. */
  readonly how: 'before' | 'after' | 'refused'
}

/** What a call fails with, as a full disk would say it. */
export class SimulatedFault extends Error {
  constructor() {
    super('ENOSPC: no space left on device')
  }
}

/** Calls that cannot fail: they only tell the process something, or end it. */
const SAFE: ReadonlySet<string | symbol> = new Set(['close', 'watch'])

/** Ports of which some calls fail while the engine lives on; `played` is told which they were. */
export function faulty(ports: Ports, faults: readonly Fault[], played: (what: string) => void): Ports {
  if (faults.length === 0) return ports
  const at = new Map(faults.map(({ call, how }) => [call, how]))
  let calls = 0
  const wrap = <T extends object>(port: string, target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        const method = Reflect.get(object, name)
        if (typeof method !== 'function' || SAFE.has(name)) return method
        return async (...args: unknown[]) => {
          const how = at.get(++calls)
          if (how === undefined) return method.apply(object, args)
          played(`${port}.${String(name)} ${how}`)
          if (how === 'refused' && name === 'append') return err('lease-lost')
          if (how === 'after') await method.apply(object, args)
          throw new SimulatedFault()
        }
      },
    })
  return {
    ...ports,
    store: wrap('store', ports.store),
    repository: wrap('repository', ports.repository),
    vault: wrap('vault', ports.vault),
    workspaces: wrap('workspaces', ports.workspaces),
    rooms: wrap('rooms', ports.rooms),
    checkouts: wrap('checkouts', ports.checkouts),
    agents: wrap('agents', ports.agents),
  }
}
