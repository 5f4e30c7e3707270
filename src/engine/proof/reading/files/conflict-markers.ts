import type { DiffCheck } from '../check.ts'
import { atLine } from '../diff.ts'

/** Markers of an unresolved merge. A line of equal signs alone underlines a heading in many documents. */
export const conflictMarkers: DiffCheck = {
  name: 'conflict-markers',
  look: diff =>
    diff.files.flatMap(file => {
      const markers = file.added.filter(line => /^(<{7}|>{7}|\|{7})( |$)/.test(line.raw))
      // A document may show a conflict, and a test may hold one in a string.
      const isShown = file.kind === 'docs'
      return markers
        .filter(line => file.language === 'none' || /^(<{7}|>{7}|\|{7})/.test(line.code))
        .map(line =>
          atLine('conflict-markers', isShown ? 'warning' : 'blocking', file, line, 'a merge was left unresolved'),
        )
    }),
}
