import { type IncomingHttpHeaders, request } from 'node:http'
import type { Dashboard } from '../../../src/surfaces/web/server.ts'
import type { WebChange } from '../../../src/surfaces/web/wire.ts'

export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends a stream once its text is enough. */
  readonly enough?: (text: string) => boolean
}

/** A request on a connection of its own, with exactly these headers. */
export function ask(url: string, { method = 'GET', headers = {}, body, enough }: Asked = {}): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>()
  const sent = request(url, { method, headers, agent: false })
  sent.once('response', got => {
    let text = ''
    const done = () => resolve({ status: got.statusCode!, headers: got.headers, text })
    got.setEncoding('utf8').once('end', done)
    got.on('data', (part: string) => {
      text += part
      if (!enough?.(text)) return
      done()
      sent.destroy()
    })
  })
  sent.on('error', reject).end(body)
  return promise
}

/** Somebody who opened the address that the dashboard printed. */
export class WebClient {
  readonly origin: string
  readonly cookie: string

  private constructor(origin: string, cookie: string) {
    this.origin = origin
    this.cookie = cookie
  }

  static async enter({ url }: Pick<Dashboard, 'url'>): Promise<WebClient> {
    const { headers } = await ask(url)
    const [set] = headers['set-cookie'] ?? []
    if (!set) throw new Error('the address gave no cookie')
    return new WebClient(new URL(url).origin, set.split(';')[0]!)
  }

  /** A header that is set to an empty text is left out. */
  ask(path: string, { headers, ...asked }: Asked = {}): Promise<Got> {
    const all = Object.entries({ cookie: this.cookie, ...headers }).filter(([, value]) => value !== '')
    return ask(`${this.origin}${path}`, { ...asked, headers: Object.fromEntries(all) })
  }

  async json<T>(path: string): Promise<T> {
    const { status, text } = await this.ask(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }

  /** As the page posts it. */
  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
    return this.ask(path, {
      method: 'POST',
      headers: { origin: this.origin, 'content-type': 'application/json', 'x-pm-agent': 'page', ...headers },
      body: JSON.stringify(body),
    })
  }

  /** The changes of a run from a version on, until one of them is the wanted one. */
  async changes(
    run: string,
    { since, until }: { readonly since?: number; readonly until: (change: WebChange) => boolean },
  ): Promise<readonly WebChange[]> {
    const headers: Record<string, string> = since === undefined ? {} : { 'last-event-id': String(since) }
    const { text } = await this.ask(`/api/runs/${run}/events`, {
      headers,
      enough: said => changesIn(said).some(until),
    })
    return changesIn(text)
  }
}

const changesIn = (text: string): readonly WebChange[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap(event => {
      const [, id, data] = /^id: (\d+)\nevent: change\ndata: (.*)$/.exec(event) ?? []
      if (data === undefined) return []
      const change = JSON.parse(data) as WebChange
      if (String(change.version) !== id) throw new Error(`the id of version ${change.version} is ${id}`)
      return [change]
    })
