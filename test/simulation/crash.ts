import type { Ports } from '../../src/ports.ts'

const never = (): Promise<never> => new Promise(() => {})

/** Where the engine dies: at its n-th call to the outside, before the call happens or after it did. */
export interface CrashPoint {
  readonly call: number
  readonly when: 'before' | 'after'
}

/**
 * Ports that take the engine down at one point. From then on nothing it does reaches the world and nothing comes back:
 * to the world, that is a dead process.
 */
export function mortal(
  ports: Ports,
  point: CrashPoint | null,
): { readonly ports: Ports; readonly died: Promise<'died'>; calls(): number } {
  let calls = 0
  let dead = false
  let announce: (word: 'died') => void
  const died = new Promise<'died'>(resolve => {
    announce = resolve
  })
  const die = () => {
    dead = true
    announce('died')
    return never()
  }
  const wrapMethod =
    (target: object, method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      if (dead) return never()
      const fatal = point !== null && ++calls === point.call
      if (point === null) calls++
      if (fatal && point.when === 'before') return die()
      // What an agent tells the engine is a call into the engine: a dead one does not answer.
      const guarded = args.map(arg =>
        typeof arg === 'function'
          ? (...inner: unknown[]) => (dead ? never() : (arg as (...a: unknown[]) => unknown)(...inner))
          : arg,
      )
      const result = method.apply(target, guarded)
      if (!(result instanceof Promise)) return result
      return result.then(
        value => (dead ? never() : fatal ? die() : value),
        error => {
          if (dead) return never()
          throw error
        },
      )
    }
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        const value = Reflect.get(object, name)
        return typeof value === 'function' ? wrapMethod(object, value as (...args: unknown[]) => unknown) : value
      },
    })
  // The clock and the ids are the process itself; everything else is outside of it.
  const wrapped: Ports = {
    clock: ports.clock,
    ids: ports.ids,
    runners: ports.runners,
    planFile: ports.planFile,
    store: wrap(ports.store),
    repository: wrap(ports.repository),
    vault: wrap(ports.vault),
    workspaces: wrap(ports.workspaces),
    rooms: wrap(ports.rooms),
    checkouts: wrap(ports.checkouts),
    agents: wrap(ports.agents),
  }
  return { ports: wrapped, died, calls: () => calls }
}
