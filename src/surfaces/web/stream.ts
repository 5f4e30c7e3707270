import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS, shownJson } from './security.ts'

/** A driver that dies reports nothing, and neither does a client that is gone. */
const LOOK_AGAIN_MS = 5_000

/** One event: its name, its data as JSON, and an id with which a client continues later. */
interface Sent {
  readonly name: string
  readonly data: object
  readonly id?: number
}

/**
 * Streams events until the client leaves: `look` is called at the beginning and whenever `watch` calls, and returns the next event, or
 * null if there is nothing new. A slow client gets one event with the newest state instead of all in between.
 */
export async function stream(
  response: ServerResponse,
  look: () => Promise<Sent | null>,
  watch: (listener: () => void) => () => void,
): Promise<void> {
  const { promise: left, resolve, reject } = Promise.withResolvers<void>()
  response.once('close', resolve)
  const isReady = () => !response.destroyed && !response.writableNeedDrain
  const lookOnce = async () => {
    const sent = isReady() ? await look() : null
    if (!sent || response.destroyed) return
    const id = sent.id === undefined ? '' : `id: ${sent.id}\n`
    response.write(`${id}event: ${sent.name}\ndata: ${shownJson(sent.data)}\n\n`)
  }
  let looks = Promise.resolve()
  // One at a time: two looks at once would send the same change twice.
  const lookSoon = () => {
    looks = looks.then(lookOnce).catch(reject)
  }
  response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
  const unwatch = watch(lookSoon)
  const again = setInterval(() => {
    if (isReady()) response.write(':\n\n')
    lookSoon()
  }, LOOK_AGAIN_MS)
  response.on('drain', lookSoon)
  try {
    lookSoon()
    await left
  } finally {
    clearInterval(again)
    unwatch()
    await looks
  }
}
