import { setTimeout as pause } from 'node:timers/promises'
import type { ForgeProblem } from '../../core/pull-request/forge.ts'
import { err, ok, type Result } from '../../core/result.ts'

/** Where GitHub is, and the token. */
export interface GitHubAccess {
  readonly api: string
  readonly token: string
  /** The pauses between tries; shorter in tests. */
  readonly pausesMs?: readonly number[]
}

/** One request, with the answer as it was sent. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<Result<T, ForgeProblem>>

const PAUSES_MS = [500, 2_000, 5_000]
const ANSWER_WITHIN_MS = 30_000

/** Asks GitHub; a service in trouble is asked again where a second request cannot make anything twice. */
export const askGitHub = ({ api, token, pausesMs = PAUSES_MS }: GitHubAccess): Ask => {
  const once = async <T>(method: string, path: string, body?: object) => {
    try {
      const response = await fetch(addressOf(api, path), {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': 'pm-agent',
          'x-github-api-version': '2022-11-28',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // Following one could send the token elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      return await read<T>(response)
    } catch (error) {
      return err({ reason: 'unreachable', detail: causeOf(error) } as const)
    }
  }
  return async <T>(method: string, path: string, body?: object) => {
    let result: Result<T, ForgeProblem> = await once<T>(method, path, body)
    for (const pauseMs of method === 'POST' ? [] : pausesMs) {
      if (result.ok || result.error.reason !== 'unreachable') return result
      await pause(pauseMs)
      result = await once<T>(method, path, body)
    }
    return result
  }
}

export const GRAPHQL = '/graphql'

/** The REST interface of an own server is below /api/v3, and its GraphQL interface beside that. */
const addressOf = (api: string, path: string): string =>
  path === GRAPHQL && api.endsWith(REST_FOLDER) ? `${api.slice(0, -REST_FOLDER.length)}${path}` : `${api}${path}`

const REST_FOLDER = '/v3'

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}

async function read<T>(response: Response): Promise<Result<T, ForgeProblem>> {
  const text = await response.text()
  if (response.ok) return ok((text === '' ? null : JSON.parse(text)) as T)
  const detail = detailIn(text) || `status ${response.status}`
  const isSpent = response.headers.get('x-ratelimit-remaining') === '0' || response.headers.has('retry-after')
  if (response.status === 429 || (response.status === 403 && isSpent))
    return err({ reason: 'rate-limited', until: limitEnd(response.headers) })
  if (response.status >= 300 && response.status < 400) return err({ reason: 'renamed' })
  switch (response.status) {
    case 401:
      return err({ reason: 'unauthorised' })
    case 403:
      return err({ reason: 'forbidden', detail })
    case 404:
      return err({ reason: 'not-found' })
    default:
      return err({ reason: response.status >= 500 ? 'unreachable' : 'rejected', detail })
  }
}

/** The hourly limit names its end, and the one against bursts the seconds until then. */
function limitEnd(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after'))
  if (seconds > 0) return Date.now() + seconds * 1000
  const reset = Number(headers.get('x-ratelimit-reset'))
  return reset > 0 ? reset * 1000 : null
}

/** GitHub explains a refusal in a message, sometimes with one error per field. */
function detailIn(text: string): string {
  try {
    const { message = '', errors = [] } = JSON.parse(text)
    return [message, ...errors.map((one: { message?: string; code?: string }) => one.message ?? one.code ?? '')]
      .filter(Boolean)
      .join('; ')
  } catch {
    return ''
  }
}
