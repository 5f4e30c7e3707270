import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

/** Control characters of names are represented by lone surrogates, like bytes that are not UTF-8. */
const CONTROLS = /[\p{Cc}\udc00-\udc1f\udc7f]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u
const NO_TEXT = /[\ud800-\udfff]/u
/** Characters with a meaning in shells, HTML or prompts. */
const MARKUP = /<[a-z!/][^>]*>?|[`;|&]|\$[({]/i
const WINDOWS = /(^|\/)(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.[^/]*)?$|[<>:"|?*\\]|[ .]$/i

/** Deceptive names, and names that other systems cannot store. Spaces, umlauts and other scripts are fine. */
export const fileNames: DiffCheck = {
  name: 'file-names',
  look: diff => {
    const taken = collisions(diff)
    return diff.files
      .filter(file => file.status === 'added')
      .flatMap((file): readonly DiffFinding[] => {
        const found = (severity: DiffFinding['severity'], words: string) => [
          aboutFile('file-names', severity, file.path, words),
        ]
        if (CONTROLS.test(file.path)) return found('blocking', 'invisible characters in the name')
        if (NO_TEXT.test(file.path)) return found('warning', 'the name is not UTF-8')
        const other = taken.get(file.path)
        if (other) return found('blocking', `collides with ${other} on a case-insensitive file system`)
        if (file.path.split('/').some(part => part.startsWith('-')))
          return found('warning', 'programs read a name that begins with a dash as an option')
        if (MARKUP.test(file.path)) return found('question', 'the name contains shell or HTML syntax')
        if (WINDOWS.test(file.path)) return found('warning', 'Windows cannot store this name')
        return []
      })
  },
}

/** Added paths that collide with another path of the candidate, folders included. */
function collisions({ files, paths }: DiffUnderReview): ReadonlyMap<string, string> {
  const folded = new Map<string, string>()
  const added = new Set(files.filter(file => file.status === 'added').map(file => file.path))
  const found = new Map<string, string>()
  // The existing path keeps its name; the added one collides.
  for (const path of [...paths].sort((a, b) => Number(added.has(a)) - Number(added.has(b)))) {
    const parts = path.split('/')
    for (let length = 1; length <= parts.length; length++) {
      const part = parts.slice(0, length).join('/')
      const key = part.normalize('NFC').toLowerCase()
      const known = folded.get(key)
      if (known === undefined) folded.set(key, part)
      else if (known !== part && added.has(path)) found.set(path, known)
    }
  }
  return found
}
