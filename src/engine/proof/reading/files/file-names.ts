import type { Check } from '../check.ts'
import { aboutFile, type DiffUnderReview } from '../diff.ts'
import type { Finding } from '../finding.ts'

const CONTROLS = /[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
/** Bytes that are no UTF-8 are held as surrogates that stand alone. */
const NO_TEXT = /[\ud800-\udfff]/u
/** What shells, pages and prompts read as more than a name. */
const MARKUP = /<[a-z!/][^>]*>?|[`;|&]|\$[({]/i
const WINDOWS = /(^|\/)(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.[^/]*)?$|[<>:"|?*\\]|[ .]$/i

/** Names that deceive, or that other systems cannot hold. Spaces, umlauts and other scripts are ordinary names. */
export const fileNames: Check = {
  name: 'file-names',
  look: diff => {
    const taken = collisions(diff)
    return diff.files
      .filter(file => file.status === 'added')
      .flatMap((file): readonly Finding[] => {
        const found = (severity: Finding['severity'], words: string) => [
          aboutFile('file-names', severity, file.path, words),
        ]
        if (CONTROLS.test(file.path)) return found('blocking', 'characters in the name that cannot be seen')
        if (NO_TEXT.test(file.path)) return found('warning', 'the name is not UTF-8')
        const other = taken.get(file.path)
        if (other) return found('blocking', `the same name as ${other} where large and small letters are one`)
        if (file.path.split('/').some(part => part.startsWith('-')))
          return found('warning', 'programs take a name that begins with a dash for an option')
        if (MARKUP.test(file.path)) return found('question', 'shells or pages would read this name as more than a name')
        if (WINDOWS.test(file.path)) return found('warning', 'Windows cannot hold this name')
        return []
      })
  },
}

/** Added paths that fall together with another path of the candidate, folders included. */
function collisions({ files, paths }: DiffUnderReview): ReadonlyMap<string, string> {
  const folded = new Map<string, string>()
  const added = new Set(files.filter(file => file.status === 'added').map(file => file.path))
  const found = new Map<string, string>()
  // What was there keeps its name; the added path is the one that collides.
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
