import { readFileSync } from 'node:fs'
import { findGitCommonDir } from '../../adapters/git/repository/locate.ts'
import type { Context } from '../cli/context.ts'
import { hasWall } from '../cli/decide/send-command.ts'
import { EXIT, Problem } from '../cli/problem.ts'
import { warnLines } from '../cli/words/printed-lines.ts'
import { isAgentInside } from '../mcp/agent-inside.ts'
import { openBrowser } from './open-browser.ts'
import { type Dashboard, type DashboardTerms, serveDashboard } from './server.ts'

const PORT_MAX = 65_535
const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '::1']
const WILDCARDS: readonly string[] = ['', '*', '0.0.0.0', '::']
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The flags of `dashboard` as the command line gives them. */
export interface DashboardFlags {
  readonly port?: string
  readonly host?: string
  readonly insecure?: true
  readonly 'tls-cert'?: string
  readonly 'tls-key'?: string
  readonly 'no-open'?: true
  readonly json?: true
}

/** `dashboard`: serves the runs of this repository to a browser until it is interrupted. */
export async function dashboard(context: Context, flags: DashboardFlags): Promise<number> {
  const { terminal } = context
  const served = await openDashboard(context, flags)
  const ended = interruption()
  if (flags.json) terminal.print(JSON.stringify({ url: served.url }))
  else terminal.print(`Dashboard: ${served.url}\nWhoever has this address may decide. Ctrl-C ends it.`)
  await ended.promise
  await served.close()
  return EXIT.done
}

/** Resolves with the first signal that ends a program. */
export function interruption(): { readonly promise: Promise<'interrupted'>; done(): void } {
  const { promise, resolve } = Promise.withResolvers<'interrupted'>()
  const interrupted = () => resolve('interrupted')
  for (const signal of SIGNALS) process.on(signal, interrupted)
  return {
    promise,
    done: () => {
      for (const signal of SIGNALS) process.off(signal, interrupted)
    },
  }
}

/** Serves the runs of this repository, and shows them in the user's browser if there is one. */
export async function openDashboard(context: Context, flags: DashboardFlags): Promise<Dashboard> {
  const terms = termsOf(flags)
  if (!findGitCommonDir(context.cwd))
    throw new Problem(`${context.cwd} is not in a git repository`, ['cd into the repository that pm-agent ran in'])
  if (await isAgentInside(context))
    throw new Problem("the dashboard is a human's: this came from a process of an agent or of a check", [
      'open it in a terminal of your own',
    ])
  const served = await serveDashboard({ ...context, ask: undefined }, terms)
  if (!(await hasWall(context)))
    warnLines(
      context.terminal,
      'pm-agent: there is no sandbox: decisions of the dashboard are marked as weak (pm-agent doctor says how to get one)',
    )
  if (!flags['no-open'] && !flags.json) openBrowser(context, served.entryUrl())
  return served
}

function termsOf(flags: DashboardFlags): DashboardTerms {
  const { host, insecure } = flags
  const port = Number(flags.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX || flags.port === '')
    throw new Problem(`${flags.port} is no port`, [`--port takes a number from 0 to ${PORT_MAX}; 0 is a free one`])
  const tls = tlsOf(flags)
  if (host !== undefined && WILDCARDS.includes(host))
    throw new Problem(`--host ${host} names no address`, [
      'name one address or name of this machine: requests with any other one are refused',
    ])
  if (host !== undefined && !LOOPBACK_NAMES.includes(host) && !tls && !insecure)
    throw new Problem(`--host ${host} lets other machines in, and anyone on the network path could read the key`, [
      '--tls-cert FILE --tls-key FILE encrypt it',
      '--insecure serves it all the same, for a network in which you trust everybody',
      'ssh -L forwards a port of this machine without either',
    ])
  return { port, host, tls }
}

function tlsOf({ 'tls-cert': cert, 'tls-key': key }: DashboardFlags): DashboardTerms['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new Problem(`--tls-${cert === undefined ? 'cert' : 'key'} is missing`, ['both are files in PEM format'])
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      throw new Problem(`${file} cannot be read: ${(error as Error).message}`, ['it is a file in PEM format'])
    }
  }
  return { cert: read(cert), key: read(key) }
}
