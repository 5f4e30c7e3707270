import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Peer, peerOf } from '../../adapters/process/peer-process.ts'
import { inOrder } from '../../core/text/clean-text.ts'
import { type WebRefusal, WRITE_HEADER } from './wire.ts'

const BODY_BYTES_MAX = 64 * 1024
const CODE_VALID_MS = 60_000
/** Wrong keys before the door stays shut for a while; a stranger's, because a browser sends a cookie that it was given. */
const WRONG_MAX = 50
const WRONG_WITHIN_MS = 60_000

/** On every answer. Scripts come from this server alone, and nothing may frame, embed or open the page. */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** JSON whose texts show no other order than the one in which they are stored: approvals are given by what is shown. */
export const shownJson = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? inOrder(value) : value))

/** A refusal with its HTTP status. */
export class Refused extends Error {
  readonly status: number
  readonly hints: readonly string[]

  constructor(status: number, { problem, hints }: WebRefusal) {
    super(problem)
    this.status = status
    this.hints = hints
  }
}

/** The address of a server as its clients write it. */
export interface Served {
  readonly scheme: 'http' | 'https'
  /** Names with which it may be addressed; the first is printed. */
  readonly names: readonly string[]
  readonly port: number
}

const USUAL_PORTS = { http: 80, https: 443 } as const

/** The values of the header `Host` with which a server may be addressed; clients leave the usual port out. */
const hostsOf = ({ scheme, names, port }: Served): readonly string[] =>
  names.map(name => (port === USUAL_PORTS[scheme] ? name : `${name}:${port}`))

/** The secrets of one server; all live in its memory only. */
export class Door {
  /** In the printed address; exchanged for the cookie. */
  readonly token = secret()
  readonly #session = secret()
  readonly #served: Served
  readonly #now: () => number
  /** One-time codes, with the end of their validity. */
  readonly #codes = new Map<string, number>()
  #wrong: readonly number[] = []

  constructor(served: Served, now: () => number = Date.now) {
    this.#served = served
    this.#now = now
  }

  get address(): string {
    return `${this.#served.scheme}://${hostsOf(this.#served)[0]}`
  }

  /** A code for one entry: arguments of a browser are readable for other processes, so they hold no token. */
  mintCode(): string {
    const code = secret()
    this.#codes.set(code, this.#now() + CODE_VALID_MS)
    return code
  }

  /** Whether this request enters with a token or a code; a wrong one is refused. */
  isEntered(query: URLSearchParams): boolean {
    const [token, code] = [query.get('token'), query.get('code')]
    if (token === null && code === null) return false
    this.#checkPatience()
    if (token !== null && isSame(token, this.token)) return true
    if (code !== null && this.#spend(code)) return true
    throw this.#noted(
      new Refused(401, { problem: 'this address is not valid', hints: ['open the address that pm-agent printed'] }),
    )
  }

  #spend(code: string): boolean {
    for (const [minted, until] of this.#codes)
      if (isSame(code, minted)) return this.#codes.delete(minted) && this.#now() <= until
    return false
  }

  get cookie(): string {
    const secure = this.#served.scheme === 'https' ? '; Secure' : ''
    return `${this.#name}=${this.#session}; HttpOnly; SameSite=Strict; Path=/${secure}`
  }

  /** Against DNS rebinding: a foreign name that leads here is refused. */
  checkHost({ headers: { host } }: IncomingMessage): void {
    if (host === undefined || !hostsOf(this.#served).includes(host))
      throw new Refused(403, { problem: 'this host is not served', hints: [`open ${this.address}/`] })
  }

  checkCookie({ headers: { cookie = '' } }: IncomingMessage): void {
    const prefix = `${this.#name}=`
    const sent = cookie.split('; ').filter(pair => pair.startsWith(prefix))
    if (sent.some(pair => isSame(pair.slice(prefix.length), this.#session))) return
    this.#checkPatience()
    const refused = new Refused(401, { problem: 'not signed in', hints: ['open the address that pm-agent printed'] })
    throw sent.length > 0 ? this.#noted(refused) : refused
  }

  /** A write comes from our own page, as JSON and with our header: no form and no other site can send one. */
  checkWrite({ headers }: IncomingMessage): void {
    const site = headers['sec-fetch-site']
    const own = `${this.#served.scheme}://${headers.host}`
    if (headers.origin !== own || (site !== undefined && site !== 'same-origin'))
      throw new Refused(403, { problem: 'only the page of this server may send this', hints: [] })
    if (headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
      throw new Refused(415, { problem: 'the body must be application/json', hints: [] })
    if (headers[WRITE_HEADER] === undefined)
      throw new Refused(403, { problem: `the header ${WRITE_HEADER} is missing`, hints: [] })
  }

  /** Guesses are not answered for a while after too many wrong ones. A valid cookie always is. */
  #checkPatience(): void {
    this.#wrong = this.#wrong.filter(at => at > this.#now() - WRONG_WITHIN_MS)
    if (this.#wrong.length >= WRONG_MAX)
      throw new Refused(429, { problem: 'too many wrong keys; wait a minute', hints: [] })
  }

  #noted(refused: Refused): Refused {
    this.#wrong = [...this.#wrong, this.#now()]
    return refused
  }

  /** Cookies of a host are shared by its ports. */
  get #name(): string {
    return `pm-agent-${this.#served.port}`
  }
}

const peers = new WeakMap<Socket, Peer>()

/** A process of an agent or of a check is refused whatever key it holds, and so is a client that cannot be looked at any more. */
export function checkPeer({ socket }: IncomingMessage): void {
  const { remoteAddress, remotePort, localPort } = socket
  if (remotePort === undefined || localPort === undefined || !isHere(remoteAddress)) return
  const peer = peers.get(socket) ?? peerOf({ localPort, remotePort })
  peers.set(socket, peer)
  if (peer === 'agent' || peer === 'gone')
    throw new Refused(403, {
      problem:
        peer === 'agent'
          ? "the dashboard is a human's: this came from a process of an agent or of a check"
          : 'this came from a process that is gone',
      hints: [],
    })
}

/** Whether an address is one of this machine. */
function isHere(address = ''): boolean {
  const plain = address.replace(/^::ffff:/, '')
  if (plain === '::1' || plain.startsWith('127.')) return true
  return Object.values(networkInterfaces()).some(of => of?.some(one => one.address === plain))
}

const secret = (): string => randomBytes(32).toString('base64url')

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The body as JSON, within the limit. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  // The connection has to last until the refusal is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX)
      throw new Refused(413, { problem: `the body is larger than ${BODY_BYTES_MAX} bytes`, hints: [] })
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Refused(400, { problem: 'the body is not JSON', hints: [] })
  }
}
