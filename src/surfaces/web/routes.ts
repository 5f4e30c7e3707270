import type { IncomingMessage, ServerResponse } from 'node:http'
import { progressOf } from '../../core/shown/progress.ts'
import { timelineOf } from '../../core/shown/timeline.ts'
import { showDiff, showOutput } from '../cli/commands/show.ts'
import type { Context } from '../cli/context.ts'
import { Problem } from '../cli/problem.ts'
import { pickTask, type RunReading } from '../cli/reading.ts'
import { printed } from '../mcp/printed.ts'
import type { AppFiles } from './app-bundle.ts'
import { decideOnPage } from './decide.ts'
import { streamRun, streamRuns } from './events.ts'
import type { Readings } from './readings.ts'
import { runList } from './run-list.ts'
import {
  logOf,
  planPage,
  promptsOf,
  releaseOf,
  reportOf,
  riskList,
  runShown,
  taskShown,
  transcriptOf,
  verified,
} from './run-parts.ts'
import { Refused } from './security.ts'

/** A verification takes minutes, and no decision waits for it. */
export type Queue = 'decisions' | 'verification'

/** One request to a route, after every check. */
export interface WebRequest {
  readonly context: Context
  readonly files: AppFiles
  readonly readings: Readings
  /** The segments of the path that the route names with a colon. */
  readonly named: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The JSON of a POST. */
  readonly body: unknown
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Work that must not happen twice at once, in the order of its requests. */
  readonly inTurn: <T>(queue: Queue, work: () => Promise<T>) => Promise<T>
}

/** `streamed`: the route has answered by itself. */
type Reply =
  | { readonly is: 'json'; readonly body: unknown }
  | { readonly is: 'text'; readonly type: string; readonly text: string }
  | { readonly is: 'streamed' }

export interface Route {
  readonly method: 'GET' | 'POST'
  /** A segment with a colon matches any one. */
  readonly path: string
  readonly answer: (asked: WebRequest) => Promise<Reply>
}

const json = (body: unknown): Reply => ({ is: 'json', body })
const plain = (text: string): Reply => ({ is: 'text', type: 'text/plain', text })

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pm-agent</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/app.css">
<div id="app"></div>
<script type="module" src="/assets/app.js"></script>
</html>
`

const get = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path, answer })

/** A part of one run. */
const ofRun = (part: string, answer: (asked: WebRequest, reading: RunReading) => Reply | Promise<Reply>): Route =>
  get(`/api/runs/:run${part}`, asked => withRun(asked, reading => answer(asked, reading)))

/** Every route of the dashboard. The server checks host, cookie and, for a POST, the origin before any of them. */
export const ROUTES: readonly Route[] = [
  get('/', async () => ({ is: 'text', type: 'text/html', text: PAGE })),
  get('/assets/:file', async ({ files, named: { file } }) => {
    const text = files.get(file!)
    if (text === undefined) throw new Refused(404, { problem: `there is no file ${file}`, hints: [] })
    return { is: 'text', type: file!.endsWith('.css') ? 'text/css' : 'text/javascript', text }
  }),
  get('/api/runs', async ({ context, readings }) => json(await runList(context, readings))),
  get('/api/events', async ({ context, readings, response }) => {
    await streamRuns(context, response, readings)
    return { is: 'streamed' }
  }),
  ofRun('', (_, reading) => json(runShown(reading))),
  ofRun('/events', async ({ request, response, readings }, reading) => {
    await streamRun(request, response, { readings, reading })
    return { is: 'streamed' }
  }),
  ofRun('/log', ({ query }, reading) => json(logOf(reading, Number(query.get('after') ?? 0) || 0))),
  ofRun('/timeline', (_, { records }) => json(timelineOf(records, Date.now()))),
  ofRun('/progress', (_, { state }) => json(progressOf(state))),
  ofRun('/report', async ({ context }, reading) => json(await reportOf(context, reading))),
  ofRun('/plan', async ({ context }, reading) => json(await planPage(context, reading))),
  ofRun('/release', async ({ context }, reading) => json(await releaseOf(context, reading))),
  ofRun('/risks', (_, reading) => json(riskList(reading))),
  ofRun('/tasks/:task', async ({ named: { task } }, { state }) =>
    json(taskShown(state, await found(async () => pickTask(state, task!)))),
  ),
  ofRun('/tasks/:task/attempts/:attempt/diff', ({ context, named: { task, attempt } }, { state }) =>
    found(async () => plain((await printed(context, at => showDiff(at, pickTask(state, task!), { attempt }))).text)),
  ),
  ofRun('/tasks/:task/attempts/:attempt/output', ({ context, query, named: { task, attempt } }, { state }) =>
    found(async () => {
      const show = async (at: Context) => showOutput(at, pickTask(state, task!), query.get('gate') ?? '', { attempt })
      return plain((await printed(context, show)).text)
    }),
  ),
  ofRun('/tasks/:task/attempts/:attempt/prompt', async ({ named: { task, attempt } }, { state }) =>
    json(promptsOf(await found(async () => pickTask(state, task!)), attempt!)),
  ),
  ofRun('/tasks/:task/attempts/:attempt/transcript', async ({ named: { task, attempt } }, reading) =>
    json(await transcriptOf(reading, await found(async () => pickTask(reading.state, task!)), attempt!)),
  ),
  {
    method: 'POST',
    path: '/api/runs/:run/decisions',
    answer: async ({ context, readings, named: { run }, body, inTurn }) =>
      json(await inTurn('decisions', () => decideOnPage({ context, readings, run: run!, body }))),
  },
  {
    method: 'POST',
    path: '/api/runs/:run/verify',
    answer: asked =>
      withRun(asked, async reading => json(await asked.inTurn('verification', () => verified(asked.context, reading)))),
  },
]

async function withRun(
  { readings, named: { run } }: WebRequest,
  answer: (reading: RunReading) => Reply | Promise<Reply>,
): Promise<Reply> {
  return answer(await found(() => readings.read(run!)))
}

/** A run, task or attempt that is not there is 404. */
async function found<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Problem) throw new Refused(404, { problem: error.message, hints: error.hints })
    throw error
  }
}

/** The route of a request with its named segments. Another method on a known path is 405. */
export function findRoute(
  method: string,
  pathname: string,
): { readonly route: Route; readonly named: WebRequest['named'] } {
  const there = ROUTES.flatMap(route => {
    const named = segmentsOf(route.path, pathname)
    return named ? [{ route, named }] : []
  })
  const exact = there.find(({ route }) => route.method === method)
  if (exact) return exact
  if (there.length > 0) throw new Refused(405, { problem: `${method} is not possible here`, hints: [] })
  throw new Refused(404, { problem: `there is nothing at ${pathname}`, hints: [] })
}

function segmentsOf(path: string, pathname: string): WebRequest['named'] | null {
  const [wanted, given] = [path.split('/'), pathname.split('/')]
  if (wanted.length !== given.length) return null
  const named: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const segment = given[index]!
    if (!want.startsWith(':')) {
      if (want !== segment) return null
      continue
    }
    try {
      named[want.slice(1)] = decodeURIComponent(segment)
    } catch {
      return null
    }
  }
  return named
}
