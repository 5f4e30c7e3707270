import type { DiffCheck } from '../check.ts'
import { atLine, type DiffFile } from '../diff.ts'

/** Markers of an unresolved merge. A line of equal signs alone underlines a heading in many documents. */
export const conflictMarkers: DiffCheck = {
  name: 'conflict-markers',
  look: diff =>
    diff.files.flatMap(file => {
      const markers = file.added.filter(line => /^(<{7}|>{7}|\|{7})( |$)/.test(line.raw))
      // A document may show a conflict, and a test may hold one in a string.
      return markers
        .filter(line => file.language === 'none' || /^(<{7}|>{7}|\|{7})/.test(line.code))
        .map(line => {
          const weight = maybeShown(file, line.number) ? 'warning' : 'blocking'
          return atLine('conflict-markers', weight, file, line, 'a merge was left unresolved')
        })
    }),
}

/** In Markdown only code shows a conflict; how other documents mark code is not read. */
const maybeShown = ({ kind, path, after }: DiffFile, number: number): boolean =>
  kind === 'docs' && (!/\.(?:md|markdown|mdx)$/i.test(path) || isInFence(after ?? '', number))

function isInFence(text: string, number: number): boolean {
  let fence: string | null = null
  for (const line of text.split('\n').slice(0, number - 1)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark === undefined) continue
    if (fence === null) fence = mark
    else if (mark.startsWith(fence)) fence = null
  }
  return fence !== null
}
