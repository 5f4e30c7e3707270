import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, isIPv6 } from 'node:net'
import { StoreProblem } from '../../adapters/store/problem.ts'
import { inOrder } from '../../core/text/clean-text.ts'
import type { Context } from '../cli/context.ts'
import { Problem } from '../cli/problem.ts'
import { type AppFiles, appFiles } from './app-bundle.ts'
import { Readings } from './readings.ts'
import { findRoute, type Queue, type WebRequest } from './routes.ts'
import { checkPeer, Door, Refused, readBody, SECURITY_HEADERS, shownJson } from './security.ts'
import type { WebRefusal } from './wire.ts'

const LOOPBACK = '127.0.0.1'

export interface DashboardTerms {
  /** 0 takes a free one. */
  readonly port: number
  /** The name or address that clients write; loopback by default. */
  readonly host?: string | undefined
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

export interface Dashboard {
  /** With the token: everyone who has it may decide. */
  readonly url: string
  /** An address for one entry, for the arguments of a browser. */
  entryUrl(): string
  close(): Promise<void>
}

/** Serves the runs of a repository. */
export async function serveDashboard(context: Context, { port, host, tls }: DashboardTerms): Promise<Dashboard> {
  const files = await appFiles()
  const server = tls ? tlsServer(tls) : createServer()
  await listening(server, port, host ?? LOOPBACK)
  const door = new Door({
    scheme: tls ? 'https' : 'http',
    names: host === undefined ? [LOOPBACK, 'localhost'] : [isIPv6(host) ? `[${host}]` : host],
    port: (server.address() as AddressInfo).port,
  })
  const readings = new Readings(context)
  const served = { door, files, readings, inTurn: oneAtATime() }
  server.on('request', (request, response) => void answer(context, served, request, response))
  return {
    url: `${door.address}/?token=${door.token}`,
    entryUrl: () => `${door.address}/?code=${door.mintCode()}`,
    close: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      await promise
      readings.close()
    },
  }
}

function tlsServer(tls: NonNullable<DashboardTerms['tls']>): Server {
  try {
    return createTlsServer(tls)
  } catch (error) {
    throw new Problem(`certificate and key do not work: ${(error as Error).message}`, [
      '--tls-cert and --tls-key are files in PEM format that belong together',
    ])
  }
}

async function listening(server: Server, port: number, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, address, resolve)
  try {
    await promise
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Problem(`port ${port} is in use`, ['name another one with --port, or leave it out for a free one'])
    throw new Problem(`port ${port} of ${address} cannot be opened: ${message}`, ['name another --port or --host'])
  }
}

interface Served {
  readonly door: Door
  readonly files: AppFiles
  readonly readings: Readings
  readonly inTurn: WebRequest['inTurn']
}

/** Decisions of this process follow each other: the second would take the lease of the first for a run under way, and wait. */
function oneAtATime(): WebRequest['inTurn'] {
  const last = new Map<Queue, Promise<unknown>>()
  return (queue, work) => {
    const done = (last.get(queue) ?? Promise.resolve()).then(work)
    last.set(
      queue,
      done.catch(() => {}),
    )
    return done
  }
}

async function answer(
  context: Context,
  served: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await checkedAnswer(context, served, request, response)
  } catch (error) {
    // Also where the client went away in the middle of its request.
    if (response.headersSent || response.destroyed) return void response.destroy()
    const { status, refusal } = refusalOf(error)
    if (status === 500) context.terminal.warn(`pm-agent dashboard: ${error instanceof Error ? error.stack : error}`)
    // The rest of a body that was refused is not read.
    if (!request.complete) response.setHeader('connection', 'close')
    send(response, status, refusal)
  }
}

function refusalOf(error: unknown): { readonly status: number; readonly refusal: WebRefusal } {
  const refusal = (
    status: number,
    { message, hints }: { readonly message: string; readonly hints: readonly string[] },
  ) => ({
    status,
    refusal: { problem: message, hints },
  })
  if (error instanceof Refused) return refusal(error.status, error)
  if (error instanceof Problem) return refusal(409, error)
  // A journal that cannot be read, or was modified.
  if (error instanceof StoreProblem) return refusal(503, { message: error.message, hints: [error.hint] })
  return refusal(500, { message: 'a bug in pm-agent; its terminal has more', hints: [] })
}

async function checkedAnswer(
  context: Context,
  { door, files, readings, inTurn }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  door.checkHost(request)
  checkPeer(request)
  const { pathname, searchParams: query } = addressed(request)
  if (request.method === 'GET' && pathname === '/' && door.isEntered(query)) {
    response.writeHead(303, { ...SECURITY_HEADERS, location: '/', 'set-cookie': door.cookie }).end()
    return
  }
  door.checkCookie(request)
  const { route, named } = findRoute(request.method ?? '', pathname)
  if (route.method === 'POST') door.checkWrite(request)
  const body = route.method === 'POST' ? await readBody(request) : null
  const reply = await route.answer({ context, files, readings, named, query, body, request, response, inTurn })
  if (reply.is === 'json') send(response, 200, reply.body)
  if (reply.is === 'text')
    response
      .writeHead(200, { ...SECURITY_HEADERS, 'content-type': `${reply.type}; charset=utf-8` })
      .end(reply.type === 'text/plain' ? inOrder(reply.text) : reply.text)
}

function addressed({ url = '/' }: IncomingMessage): URL {
  const parsed = URL.parse(url, `http://${LOOPBACK}`)
  if (!parsed) throw new Refused(400, { problem: 'this is no address', hints: [] })
  return parsed
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' })
  response.end(shownJson(body))
}
