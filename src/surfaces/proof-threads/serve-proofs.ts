import type { MessagePort } from 'node:worker_threads'
import { unreachable } from '../../core/result.ts'
import { proveDraft } from '../../engine/proof/prove.ts'
import { Interrupted } from '../../engine/proof/suite/bench.ts'
import { isStackOverflow } from '../../engine/proof/unreadable.ts'
import type { Ports, Runners } from '../../ports.ts'
import { type Called, type FromThread, SIGNAL, type ToThread } from './messages.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The thread's side: proves drafts, several at a time while their commands run, and asks the driver for everything outside. */
export function serveProofs(driver: MessagePort, runners: Runners): void {
  const waiting = new Map<number, Waiting>()
  const stopping = new Map<number, AbortController>()
  let calls = 0
  const say = (message: FromThread) => driver.postMessage(message)
  const portOf = <T extends object>(proof: number, port: Called): T =>
    new Proxy({} as T, {
      get:
        (_, method) =>
        (...args: unknown[]) =>
          new Promise((resolve, reject) => {
            const call = ++calls
            waiting.set(call, { resolve, reject })
            const sent = args.map(arg => (arg instanceof AbortSignal ? SIGNAL : arg))
            say({ is: 'call', proof, call, port, method: String(method), args: sent })
          }),
    })
  const take = (call: number): Waiting | undefined => {
    const found = waiting.get(call)
    waiting.delete(call)
    return found
  }
  const prove = async ({ proof, subject, token, leaveOut }: Extract<ToThread, { is: 'prove' }>) => {
    const stop = new AbortController()
    stopping.set(proof, stop)
    const ports = {
      clock: { now: () => Date.now(), until: async () => {} },
      vault: portOf<Ports['vault']>(proof, 'vault'),
      rooms: portOf<Ports['rooms']>(proof, 'rooms'),
      store: portOf<Ports['store']>(proof, 'store'),
      runners,
      leaveOut,
    }
    const onStep = (step: Extract<FromThread, { is: 'step' }>['step']) => say({ is: 'step', proof, step })
    try {
      const receipt = await proveDraft(ports, subject, { token, signal: stop.signal, onStep })
      say({ is: 'proven', proof, receipt })
    } catch (error) {
      const why = error instanceof Interrupted ? 'interrupted' : isStackOverflow(error) ? 'too-deep' : 'error'
      say({ is: 'failed', proof, why, problem: error instanceof Error ? error.message : String(error) })
    } finally {
      stopping.delete(proof)
    }
  }
  driver.on('message', (message: ToThread) => {
    switch (message.is) {
      case 'prove':
        void prove(message)
        break
      case 'stop':
        stopping.get(message.proof)?.abort()
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
