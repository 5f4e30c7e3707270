import type { MessagePort } from 'node:worker_threads'
import { unreachable } from '../../core/result.ts'
import { readDelta } from '../../engine/context/landed-delta.ts'
import { proveDraft } from '../../engine/proof/prove.ts'
import { Interrupted } from '../../engine/proof/suite/bench.ts'
import { isStackOverflow } from '../../engine/proof/unreadable.ts'
import type { Ports, Runners } from '../../ports.ts'
import { type Called, type FromThread, SIGNAL, type ThreadWork, type ToThread } from './messages.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The thread's side: proves and reads drafts, several at a time while their commands run, and asks the driver for everything outside. */
export function serveProofs(driver: MessagePort, runners: Runners): void {
  const waiting = new Map<number, Waiting>()
  const stopping = new Map<number, AbortController>()
  let calls = 0
  const say = (message: FromThread) => driver.postMessage(message)
  const portOf = <T extends object>(work: number, port: Called): T =>
    new Proxy({} as T, {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          new Promise((resolve, reject) => {
            const call = ++calls
            waiting.set(call, { resolve, reject })
            const sent = args.map(arg => (arg instanceof AbortSignal ? SIGNAL : arg))
            say({ is: 'call', work, call, port, method: String(method), args: sent })
          }),
    })
  const take = (call: number): Waiting | undefined => {
    const found = waiting.get(call)
    waiting.delete(call)
    return found
  }
  const perform = (work: number, asked: ThreadWork, signal: AbortSignal) => {
    const vault = portOf<Ports['vault']>(work, 'vault')
    if (asked.is === 'compare') return readDelta(vault, asked.trees, asked.changes)
    const { subject, token, leaveOut } = asked
    const ports = {
      clock: { now: () => Date.now(), until: async () => {} },
      vault,
      rooms: portOf<Ports['rooms']>(work, 'rooms'),
      store: portOf<Ports['store']>(work, 'store'),
      runners,
      leaveOut,
    }
    return proveDraft(ports, subject, { token, signal, onStep: step => say({ is: 'step', work, step }) })
  }
  const begin = async ({ work, asked }: Extract<ToThread, { is: 'work' }>) => {
    const stop = new AbortController()
    stopping.set(work, stop)
    try {
      say({ is: 'done', work, result: await perform(work, asked, stop.signal) })
    } catch (error) {
      const why = error instanceof Interrupted ? 'interrupted' : isStackOverflow(error) ? 'too-deep' : 'error'
      say({ is: 'failed', work, why, problem: error instanceof Error ? error.message : String(error) })
    } finally {
      stopping.delete(work)
    }
  }
  driver.on('message', (message: ToThread) => {
    switch (message.is) {
      case 'work':
        void begin(message)
        break
      case 'stop':
        stopping.get(message.work)?.abort()
        break
      case 'answer':
        take(message.call)?.resolve(message.value)
        break
      case 'failure':
        take(message.call)?.reject(new Error(message.problem))
        break
      case 'ping':
        say({ is: 'pong' })
        break
      default:
        unreachable(message)
    }
  })
  say({ is: 'pong' })
}
