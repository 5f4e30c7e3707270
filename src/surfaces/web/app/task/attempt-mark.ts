import type { DrawnState } from '../parts/marks.ts'

/** How an attempt ended: at work, without work, or with a proof for or against it. */
export function markOfAttempt({
  ending,
  draft,
  proven,
}: {
  readonly ending: unknown
  readonly draft: unknown
  readonly proven: boolean | null
}): DrawnState {
  if (proven === true) return { tone: 'good', sign: '✓', word: 'proven' }
  if (proven === false) return { tone: 'bad', sign: '✕', word: 'not proven' }
  if (ending === null) return { tone: 'busy', sign: '▶', word: 'at work' }
  return draft === null
    ? { tone: 'unproven', sign: '○', word: 'left no files' }
    : { tone: 'busy', sign: '◔', word: 'not proven yet' }
}
