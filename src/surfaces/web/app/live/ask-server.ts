import { type WebRefusal, WRITE_HEADER } from '../../wire.ts'

/** An answer of the server, or the reason why there is none. `status` is 0 where the server was not reached. */
export type ServerAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly refusal: WebRefusal }

/** The path of a part of a run. */
export const partOf = (run: string, ...segments: readonly string[]): string =>
  ['/api/runs', run, ...segments].map((segment, at) => (at === 0 ? segment : encodeURIComponent(segment))).join('/')

/** Reads JSON, or text where the server has text. */
export const read = <T>(path: string, signal?: AbortSignal): Promise<ServerAnswer<T>> =>
  asked(path, signal ? { signal } : {})

/** Sends a decision or another act of the user. */
export const send = <T>(path: string, body: unknown): Promise<ServerAnswer<T>> =>
  asked(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [WRITE_HEADER]: 'page' },
    body: JSON.stringify(body),
  })

const UNREACHED: WebRefusal = {
  problem: 'pm-agent dashboard did not respond',
  hints: ['it may have ended: start it again with pm-agent dashboard'],
}

async function asked<T>(path: string, options: RequestInit): Promise<ServerAnswer<T>> {
  try {
    const response = await fetch(path, options)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const value = isJson ? await response.json() : await response.text()
    if (response.ok) return { ok: true, value: value as T }
    return { ok: false, status: response.status, refusal: isJson ? value : UNREACHED }
  } catch {
    return { ok: false, status: 0, refusal: UNREACHED }
  }
}
