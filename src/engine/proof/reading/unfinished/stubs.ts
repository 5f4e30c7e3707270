import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile, type DiffUnderReview } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'
import { isOrphan } from './left-for-later.ts'

/** The contract may ask for a stub, or for a method that subclasses implement. */
const ASKED_FOR = /\b(stub|placeholder|skeleton|scaffold\w*|interface|abstract|not[ -]implemented|unimplemented|todo)\b/

const NOT_IMPLEMENTED = [
  /\bthrow\s+(?:new\s+)?\w*(?:Error|Exception)?\s*\(\s*["'`](?:[^"'`]*\b)?(?:not (?:yet )?implemented|unimplemented|todo)\b/i,
  /\braise\s+NotImplementedError\b/,
  /\bthrow\s+new\s+(?:NotImplemented\w*|NotSupportedYet\w*)\b/,
  /\b(?:unimplemented|todo)!\s*\(/,
  /\bpanic\(\s*"(?:[^"]*\b)?(?:not (?:yet )?implemented|unimplemented|todo)\b/i,
  /\breturn\s+Promise\.reject\(.*not (?:yet )?implemented/i,
  /^\s*TODO\(/,
]
/** A method that subclasses implement. */
const FOR_OTHERS = /\bABC\b|\babstract|\bProtocol\b|class\s+(?:Abstract|Base)\w*|sub-?class|\boverrid/i
const NEAR_LINES = 4

/** Unimplemented code and swallowed errors. */
export const stubs: DiffCheck = {
  name: 'stubs',
  look: diff => {
    const files = diff.files.filter(file => file.kind === 'source')
    return files.flatMap(file => [
      ...(ASKED_FOR.test(diff.contractText) ? [] : notImplemented(file)),
      ...swallowed(diff, file),
    ])
  },
}

function notImplemented(file: DiffFile): readonly DiffFinding[] {
  return file.added.flatMap(line => {
    const says = NOT_IMPLEMENTED.some(pattern => pattern.test(line.spoken))
    const puts = /^\s*(pass|return\b.*|\.\.\.|throw\b.*);?\s*$/.test(line.code) && isOrphan(line.comment)
    if ((!says && !puts) || isForOthers(file, line)) return []
    return [atLine('stubs', 'blocking', file, line, 'not implemented')]
  })
}

function isForOthers(file: DiffFile, line: AddedLine): boolean {
  const above = file.after!.split('\n').slice(Math.max(0, line.number - 1 - NEAR_LINES), line.number)
  if (above.some(text => /@\w*abstract|\babstract\b|sub-?class|overrid|must be implemented by/i.test(text))) return true
  // An abstract class may leave methods to its subclasses.
  const heads = file.lines.slice(0, line.number).filter(({ code }) => /\bclass\s+\w+/.test(code))
  return /^\s/.test(line.raw) && FOR_OTHERS.test(heads.at(-1)?.code ?? '')
}

const EMPTY_CATCH =
  /\bcatch\s*(\([^)]*\))?\s*\{\s*\}|\.catch\(\s*(\(\s*\w*\s*\)|\w+)\s*=>\s*(\{\s*\}|null|undefined)\s*\)/
const CATCH_ALL = /^\s*except(\s+(Base)?Exception(\s+as\s+\w+)?)?\s*:\s*(pass|\.\.\.)?\s*$/

/** A comment that explains the empty handler is enough. */
function swallowed(diff: DiffUnderReview, file: DiffFile): readonly DiffFinding[] {
  if (/\b(ignore|swallow|best[ -]effort)\b/.test(diff.contractText)) return []
  return file.added.flatMap(line => {
    const next = file.lines[line.number]
    const opens = /\bcatch\s*(\([^)]*\))?\s*\{\s*$/.test(line.code) && /^\s*\}/.test(next?.code ?? '')
    const caught = CATCH_ALL.exec(line.code)
    const passes = caught !== null && (Boolean(caught[4]) || /^\s*(pass|\.\.\.)\s*$/.test(next?.code ?? ''))
    if (!EMPTY_CATCH.test(line.code) && !opens && !passes) return []
    if (line.comment.trim() !== '' || next?.comment.trim()) return []
    return [atLine('stubs', 'warning', file, line, 'an error is swallowed here')]
  })
}
