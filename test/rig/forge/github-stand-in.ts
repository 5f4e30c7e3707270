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
  readonly head: { readonly ref: string }
  readonly base: { readonly ref: string }
  labels: { readonly name: string }[]
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
}

const TOKEN = 'ghp_of_the_stand_in'
const OWNER = 'ada'
const NAME = 'shop'

/** GitHub on loopback, as far as pm-agent uses it: pull requests with state, and a real git repository behind it. */
export class GitHubStandIn implements AsyncDisposable {
  readonly token = TOKEN
  readonly place = { host: 'github.com', owner: OWNER, name: NAME }
  readonly pulls: Pull[] = []
  readonly comments = new Map<number, string[]>()
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
    if (url.pathname.startsWith(`/${OWNER}/${NAME}.git/`)) return serveGit(request, response, url, this.#root)
    const said = `${request.method} ${url.pathname}`
    this.requests.push(said)
    const send = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const trouble = this.troubles.shift()
    if (trouble) return void send(trouble.status, { message: trouble.message ?? 'trouble' }, trouble.headers)
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return void send(401, { message: 'Bad credentials' })
    const [status, value] = this.#answer(said, url, text === '' ? {} : JSON.parse(text))
    send(status, value)
  }

  #answer(said: string, url: URL, body: Sent): readonly [status: number, value: unknown] {
    if (said === 'POST /graphql') return this.#graphql(body)
    const prefix = `/repos/${OWNER}/${NAME}`
    if (!url.pathname.startsWith(prefix)) return [404, { message: 'Not Found' }]
    const [method] = said.split(' ')
    const [, kind, number, part, name] = url.pathname.slice(prefix.length).split('/')
    if (kind === undefined) return [200, { default_branch: 'main' }]
    if (kind === 'pulls' && number === undefined) return method === 'POST' ? this.#open(body) : this.#list(url)
    const pull = this.pulls.find(one => one.number === Number(number))
    if (!pull) return [404, { message: 'Not Found' }]
    if (kind === 'pulls') {
      if (method === 'PATCH') Object.assign(pull, body)
      return [200, pull]
    }
    if (part === 'comments') return this.#comment(pull, method!, url, body)
    return labelled(pull, method!, name, body)
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
    const refs = { head: { ref: head }, base: { ref: base } }
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
      this.comments.set(pull.number, [...all, body])
      return [201, { body }]
    }
    const size = Number(url.searchParams.get('per_page') ?? 30)
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
    return [200, all.slice(from, from + size).map(one => ({ body: one }))]
  }

  #graphql({ variables }: Sent): readonly [number, unknown] {
    const { id } = variables
    const pull = this.pulls.find(one => one.node_id === id)
    if (!pull) return [200, { errors: [{ message: `Could not resolve to a node with the global id of '${id}'` }] }]
    pull.draft = false
    return [200, { data: { markPullRequestReadyForReview: { pullRequest: { isDraft: false } } } }]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 })
  }
}

function labelled(pull: Pull, method: string, name: string | undefined, { labels }: Sent): readonly [number, unknown] {
  const has = (label: string) => pull.labels.some(one => one.name === label)
  if (method === 'DELETE') {
    const gone = decodeURIComponent(name ?? '')
    if (!has(gone)) return [404, { message: 'Label does not exist' }]
    pull.labels = pull.labels.filter(label => label.name !== gone)
  } else for (const label of labels) if (!has(label)) pull.labels.push({ name: label })
  return [200, pull.labels]
}

/** The git protocol, by git itself: a program of the CGI kind. */
function serveGit(request: IncomingMessage, response: ServerResponse, url: URL, root: string): void {
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
