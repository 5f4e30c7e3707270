import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Pull {
  readonly number: number
  readonly node_id: string
  readonly html_url: string
  title: string
  body: string
  state: 'open' | 'closed'
  draft: boolean
  merged_at: string | null
  head: { readonly ref: string; readonly repo: { readonly full_name: string } }
  readonly base: { readonly ref: string; readonly repo: { readonly full_name: string } }
  labels: { readonly name: string }[]
}

/** A comment on the stand-in. */
export interface StandInComment {
  readonly id: number
  readonly body: string
  readonly html_url: string
  readonly user: { readonly login: string }
}

/** The body of a request, as far as any of them is read. */
interface Sent {
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
  readonly draft: boolean
  readonly labels: readonly string[]
  readonly variables: { readonly id: string }
}

/** An answer instead of the real one, as a service in trouble gives it. */
export interface Trouble {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly message?: string
  /** The request has its effect, and only its answer is lost. */
  readonly late?: boolean
}

const TOKEN = 'ghp_of_the_stand_in'
const OWNER = 'ada'
const BODY_CHARS_MAX = 65_536
const NAME = 'shop'

/** GitHub on loopback, as far as pm-agent uses it: pull requests with state, and a real git repository behind it. */
export class GitHubStandIn implements AsyncDisposable {
  readonly token = TOKEN
  readonly place = { host: 'github.com', owner: OWNER, name: NAME }
  readonly pulls: Pull[] = []
  readonly comments = new Map<number, readonly StandInComment[]>()
  /** People and their rights; everybody else may read. */
  readonly rights = new Map<string, string>([[OWNER, 'admin']])
  /** Every change, in order: labels and bodies only where something changed. */
  readonly changes: string[] = []
  /** Called after each change, before anybody is told about it. */
  onChange: (change: string) => void = () => {}
  /** Called before each write, as `POST /repos/…` or `push`; one that it refuses never arrives. */
  onWrite: (write: string) => boolean = () => true
  /** The trouble of a request, if it has any. */
  troubleOf: (request: string) => Trouble | undefined = () => undefined
  #ids = 0
  #pushed = ''
  /** Every request, as `POST /repos/…`. */
  readonly requests: string[] = []
  /** Answered to the next requests, one each. */
  readonly troubles: Trouble[] = []
  readonly #root = mkdtempSync(join(tmpdir(), 'pm-agent-forge-'))
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  static async start(): Promise<GitHubStandIn> {
    const standIn = new GitHubStandIn()
    await new Promise<void>(resolve => standIn.#server.listen(0, '127.0.0.1', resolve))
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', standIn.bareDir])
    execFileSync('git', ['-C', standIn.bareDir, 'config', 'http.receivepack', 'true'])
    return standIn
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The URL for `git remote add`. */
  get remote(): string {
    return `${this.url}/${OWNER}/${NAME}.git`
  }

  get bareDir(): string {
    return join(this.#root, OWNER, `${NAME}.git`)
  }

  /** The commit of a branch in the repository behind it. */
  commitOf(branch: string): string {
    return execFileSync('git', ['-C', this.bareDir, 'rev-parse', `refs/heads/${branch}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    // An own server has its interfaces below /api.
    url.pathname = url.pathname.replace(/^\/api\/v3(?=\/repos\/)/, '').replace(/^\/api(?=\/graphql$)/, '')
    if (url.pathname.startsWith(`/${OWNER}/${NAME}.git/`)) {
      if (request.method === 'POST' && url.pathname.endsWith('/git-receive-pack') && !this.onWrite('push'))
        return void request.destroy()
      return serveGit(request, response, url, this.#root, () => {
        const refs = this.#refs()
        if (refs === this.#pushed) return
        this.#pushed = refs
        this.#changed('push')
      })
    }
    const said = `${request.method} ${url.pathname}`
    this.requests.push(said)
    const send = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    if (request.method !== 'GET' && !this.onWrite(said)) return void request.destroy()
    const trouble = this.troubles.shift() ?? this.troubleOf(said)
    const fail = ({ status, message = 'trouble', headers }: Trouble) => send(status, { message }, headers)
    if (trouble && !trouble.late) return void fail(trouble)
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void send(401, { message: 'Bad credentials' })
    const body = text === '' ? {} : JSON.parse(text)
    if (body.body?.length > BODY_CHARS_MAX) return void send(422, { message: 'body is too long' })
    const [status, value] = this.#answer(said, url, body)
    if (trouble) fail(trouble)
    else send(status, value)
  }

  #refs(): string {
    return execFileSync('git', ['-C', this.bareDir, 'for-each-ref'], { encoding: 'utf8' })
  }

  #changed(change: string): void {
    this.changes.push(change)
    this.onChange(change)
  }

  /** A comment of somebody, as on the page. */
  say(number: number, body: string, login = OWNER): void {
    const id = ++this.#ids
    const comment = { id, body, html_url: `${this.url}/${OWNER}/${NAME}/pull/${number}#${id}`, user: { login } }
    this.comments.set(number, [...(this.comments.get(number) ?? []), comment])
  }

  /** A pull request that was opened by hand. */
  openPull(head: string, body: string): number {
    const [status, pull] = this.#open({ head, base: 'main', title: head, body, draft: true } as Sent)
    if (status !== 201) throw new Error(JSON.stringify(pull))
    return this.pulls.length
  }

  #answer(said: string, url: URL, body: Sent): readonly [status: number, value: unknown] {
    if (said === 'POST /graphql') return this.#graphql(body)
    const prefix = `/repos/${OWNER}/${NAME}`
    if (!url.pathname.startsWith(prefix)) return [404, { message: 'Not Found' }]
    const [method] = said.split(' ')
    const [, kind, number, part, name] = url.pathname.slice(prefix.length).split('/')
    if (kind === undefined) return [200, { default_branch: 'main' }]
    if (kind === 'pulls' && number === undefined) return method === 'POST' ? this.#open(body) : this.#list(url)
    if (kind === 'collaborators') return [200, { permission: this.rights.get(number!) ?? 'read' }]
    if (kind === 'issues' && number === 'comments') return this.#uncomment(Number(part))
    const pull = this.pulls.find(one => one.number === Number(number))
    if (!pull) return [404, { message: 'Not Found' }]
    if (kind === 'pulls') {
      if (method === 'PATCH') {
        if (pull.body !== body.body) this.#changed('describe')
        Object.assign(pull, body)
      }
      return [200, pull]
    }
    if (part === 'comments') return this.#comment(pull, method!, url, body)
    return labelled(pull, method!, name, body, change => this.#changed(change))
  }

  #list(url: URL): readonly [number, unknown] {
    const head = url.searchParams.get('head')
    return [200, this.pulls.filter(pull => pull.state === 'open' && `${OWNER}:${pull.head.ref}` === head)]
  }

  #open({ head, base, title, body, draft }: Sent): readonly [number, unknown] {
    try {
      this.commitOf(head)
    } catch {
      return [422, { message: 'Validation Failed', errors: [{ field: 'head', code: 'invalid' }] }]
    }
    if (this.pulls.some(pull => pull.state === 'open' && pull.head.ref === head))
      return [
        422,
        { message: 'Validation Failed', errors: [{ message: `A pull request already exists for ${head}.` }] },
      ]
    const number = this.pulls.length + 1
    const html_url = `${this.url}/${OWNER}/${NAME}/pull/${number}`
    const repo = { full_name: `${OWNER}/${NAME}` }
    const refs = { head: { ref: head, repo }, base: { ref: base, repo }, merged_at: null }
    this.pulls.push({
      number,
      node_id: `PR_${number}`,
      html_url,
      title,
      body,
      state: 'open',
      draft,
      ...refs,
      labels: [],
    })
    return [201, this.pulls.at(-1)]
  }

  #comment(pull: Pull, method: string, url: URL, { body }: Sent): readonly [number, unknown] {
    const all = this.comments.get(pull.number) ?? []
    if (method === 'POST') {
      this.say(pull.number, body)
      this.#changed(`comment ${body.split('\n')[0]!.split(' ')[1]}`)
      return [201, { body }]
    }
    const size = Number(url.searchParams.get('per_page') ?? 30)
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
    return [200, all.slice(from, from + size)]
  }

  #uncomment(id: number): readonly [number, unknown] {
    const found = [...this.comments].find(([, all]) => all.some(one => one.id === id))
    if (!found) return [404, { message: 'Not Found' }]
    this.comments.set(
      found[0],
      found[1].filter(one => one.id !== id),
    )
    this.#changed('uncomment')
    return [204, null]
  }

  #graphql({ variables }: Sent): readonly [number, unknown] {
    const { id } = variables
    const pull = this.pulls.find(one => one.node_id === id)
    if (!pull) return [200, { errors: [{ message: `Could not resolve to a node with the global id of '${id}'` }] }]
    pull.draft = false
    this.#changed('ready')
    return [200, { data: { markPullRequestReadyForReview: { pullRequest: { isDraft: false } } } }]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 })
  }
}

function labelled(
  pull: Pull,
  method: string,
  name: string | undefined,
  { labels }: Sent,
  changed: (change: string) => void,
): readonly [number, unknown] {
  const has = (label: string) => pull.labels.some(one => one.name === label)
  if (method === 'DELETE') {
    const gone = decodeURIComponent(name ?? '')
    if (!has(gone)) return [404, { message: 'Label does not exist' }]
    pull.labels = pull.labels.filter(label => label.name !== gone)
    changed(`-${gone}`)
  } else
    for (const label of labels) {
      if (has(label)) continue
      pull.labels.push({ name: label })
      changed(`+${label}`)
    }
  return [200, pull.labels]
}

/** The git protocol, by git itself: a program of the CGI kind. */
function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  root: string,
  onDone: () => void,
): void {
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin).on('error', () => {})
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  child.once('close', () => {
    onDone()
    const all = Buffer.concat(chunks)
    const split = all.indexOf('\r\n\r\n')
    const headers = all
      .subarray(0, split)
      .toString()
      .split('\r\n')
      .map(line => line.split(': ') as [string, string])
    const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200)
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
    response.end(all.subarray(split + 4))
  })
}
