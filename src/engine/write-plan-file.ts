import type { PlanFile } from '../ports.ts'

/** An editor may save between our look and our rename; no editor saves as often as this within a few milliseconds. */
const TRIES_MAX = 50

/**
 * Writes the text that `next` makes of the text that is there, and begins again when others write meanwhile: their text is
 * never overwritten. False if there is no file, if `next` has nothing to put there, or if it never stayed the same.
 */
export async function writePlanFile(
  file: Pick<PlanFile, 'read' | 'replace'>,
  next: (text: string) => string | null,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const text = await file.read()
    const after = text === null ? null : next(text)
    if (text === null || after === null) return false
    if (after === text || (await file.replace(text, after))) return true
  }
  return false
}
