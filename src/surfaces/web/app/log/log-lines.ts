import type { WebLog } from '../../wire.ts'

export type LogSentence = WebLog['lines'][number]

/** More lines after the ones that are known: the versions of both are in order, and none is there twice. */
export function withLines(known: readonly LogSentence[], more: readonly LogSentence[]): readonly LogSentence[] {
  const last = known.at(-1)?.version ?? 0
  const added = more.filter(({ version }) => version > last)
  return added.length === 0 ? known : [...known, ...added]
}

/** The lines whose task and words have every word of the filter. */
export function matchingLines(lines: readonly LogSentence[], filter: string): readonly LogSentence[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return lines
  return lines.filter(({ task, words: text }) => {
    const all = `${task ?? ''} ${text}`.toLowerCase()
    return words.every(word => all.includes(word))
  })
}

const CHUNK = 100

/** Chunks with the newest line first. Their borders do not move when lines are added, so that only the first one is drawn again. */
export function chunksOf(
  lines: readonly LogSentence[],
): readonly { readonly key: number; readonly lines: readonly LogSentence[] }[] {
  const count = Math.ceil(lines.length / CHUNK)
  return Array.from({ length: count }, (_, at) => ({
    key: count - 1 - at,
    lines: lines.slice((count - 1 - at) * CHUNK, (count - at) * CHUNK).toReversed(),
  }))
}
