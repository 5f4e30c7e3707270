import type { FileLists } from '../../../core/plan/plan.ts'
import type { FieldDraft } from '../drafts.ts'
import type { Block } from '../text/blocks.ts'
import { codeSpans } from '../text/code-span.ts'
import { inline, trimmed } from '../text/position.ts'
import { isNone, namesIn, type Words } from './field-values.ts'

const LISTS = ['create', 'modify', 'delete', 'test'] as const
type ListName = (typeof LISTS)[number]

/** The files of a task, as lists and one by one. */
export interface FilesReading {
  readonly lists: FileLists
  /** Every path with its position. */
  readonly paths: readonly Words[]
}

const NO_FILES: FilesReading = { lists: { create: [], modify: [], delete: [], test: [] }, paths: [] }

/** `Create: a, b`, as items, as titles above items, or several on one line. A path without a title counts as modified. */
export function readFiles(text: string, fields: readonly FieldDraft[]): FilesReading {
  if (fields.length === 0) return NO_FILES
  const lists: Record<ListName, string[]> = { create: [], modify: [], delete: [], test: [] }
  const paths: Words[] = []
  for (const field of fields) {
    const titles: ListName[] = []
    for (const part of [{ range: field.value, depth: -1 }, ...field.blocks.flatMap(wordsOf)]) {
      titles.length = Math.min(titles.length, part.depth + 1)
      let list = titles.at(-1) ?? 'modify'
      for (const piece of inline(text, part.range).split(TITLE_AHEAD)) {
        const title = TITLE.exec(piece)
        if (title !== null) list = listNamed(title[1]!)
        const named = withoutRemarks(title === null ? piece : piece.slice(title[0].length))
        for (const path of namesIn(named).map(withoutLines)) {
          lists[list].push(path)
          paths.push({ ...trimmed(text, part.range), words: path })
        }
      }
      while (titles.length <= part.depth + 1) titles.push(list)
    }
  }
  return { lists, paths }
}

const WORD = 'creates?|add|new|modify|modifies|update|change|edit|deletes?|removes?|tests?'
const TITLE = new RegExp(`^[\\s;,*_-]*(${WORD})[*_]*\\s*[:：][*_]*\\s*`, 'i')
const TITLE_AHEAD = new RegExp(`(?<=[\\s;,])(?=[*_]*(?:${WORD})[*_]*\\s?[:：])`, 'i')
const WHOLE_TITLE = new RegExp(`^(?:${WORD})$`, 'i')

/** Whether a bold name below `Files` is the title of one of its lists. */
export const isFileTitle = (name: string): boolean => WHOLE_TITLE.test(name)

function listNamed(word: string): ListName {
  const first = word.toLowerCase()
  if (/^(?:create|add|new)/.test(first)) return 'create'
  if (/^(?:delete|remove)/.test(first)) return 'delete'
  return first.startsWith('test') ? 'test' : 'modify'
}

function wordsOf(block: Block): { range: { start: number; end: number }; depth: number }[] {
  if (block.is === 'item') return [{ range: block.words, depth: block.depth }]
  return block.is === 'paragraph' || block.is === 'field' ? [{ range: block, depth: -1 }] : []
}

/** `src/a.ts` (adds `run`) and `src/a.ts` - where `run` is: names in a remark about a path are no paths. */
function withoutRemarks(words: string): string {
  const paths: string[] = []
  let from = 0
  let depth = 0
  for (const { start, end } of codeSpans(words)) {
    const between = words.slice(from, start)
    if (paths.length > 0 && depth === 0 && /\s[-–—]\s/.test(between)) break
    for (const mark of between.matchAll(/[(（]|[)）]/g)) depth = Math.max(0, depth + (/[(（]/.test(mark[0]) ? 1 : -1))
    if (depth === 0) paths.push(words.slice(start, end))
    from = end
  }
  return paths.length > 0 ? paths.join(', ') : words
}

/** `src/a.ts:10-30` and `src/a.ts (new)` both mean `src/a.ts`. */
function withoutLines(path: string): string {
  return path.replace(/:\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/, '').trim()
}

/** Whether a path leads out of the repository. */
export function leavesRepository(path: string): boolean {
  if (isNone(path)) return false
  if (/^(?:[/~\\]|[A-Za-z]:[\\/])/.test(path)) return true
  let depth = 0
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth--
    else if (part !== '' && part !== '.') depth++
    if (depth < 0) return true
  }
  return false
}
