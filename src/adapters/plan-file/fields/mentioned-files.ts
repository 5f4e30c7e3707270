import type { Range } from '../text/position.ts'
import type { FilesReading } from './file-lists.ts'

const ENDINGS =
  /\.(?:[cm]?[jt]sx?|json5?|ya?ml|toml|md|py|go|rs|rb|java|kt|c|cc|cpp|h|hpp|cs|php|sql|sh|html|css|scss|vue|svelte|txt|ini|cfg|lock|xml|proto)$/i
/** Names that look like files but are not. */
const NAMES = /^(?:node|next|vue|react|express|three|nuxt|d3|e\.g|i\.e)\.\w+$/i

/** The files named in a sentence, as in `Create the user model in src/models/user.py`. */
export function mentionedFiles(text: string, range: Range): FilesReading {
  const paths = [...text.slice(range.start, range.end).matchAll(/[^\s`'"()[\],;]+/g)].flatMap(match => {
    const words = match[0].replace(/[.:!?]+$/, '')
    const start = range.start + match.index
    return isFile(words) ? [{ words, start, end: start + words.length }] : []
  })
  const names = [...new Set(paths.map(path => path.words))]
  return { lists: { create: [], modify: names, delete: [], test: [] }, paths }
}

const isFile = (words: string): boolean =>
  /^\.?[\w@-][\w@./-]*$/.test(words) && ENDINGS.test(words) && !NAMES.test(words) && !words.includes('..')
