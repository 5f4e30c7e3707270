/** Erasing a line or returning to its start has the same effect as a carriage return. */
const BACK_TO_START = /\x1b\[(?:2K|[01]?G)/g

/** Colours, cursor movements, titles, links: everything that starts with an escape, up to the end of the line at most. */
const ESCAPES =
  /\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b\n]*(?:\x1b\\)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g

/** All control characters except tab and line feed. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/** Bidirectional embeddings, overrides and isolates, which change the displayed order. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** As a source escape: it cannot be taken for part of the text, and in JSON it means the same. */
export const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text in the order in which it is stored, with all else as it is. */
export const inOrder = (text: string): string => text.replace(DIRECTIONS, asEscape)

/** The text for a terminal: without cursor movements, colours, titles or changes of writing direction. */
export const printable = (text: string): string =>
  text.replace(ESCAPES, '').replace(MOVES, '').replace(DIRECTIONS, asEscape)

/** A carriage return before a line feed moves nothing, and a patch needs it. */
const MOVES = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g

/** The text as a person would finally see it: no escapes, and only the last state of a progress line. */
export function cleanText(text: string): string {
  return text
    .replace(BACK_TO_START, '\r')
    .replace(ESCAPES, '')
    .split('\n')
    .map(line => lastState(line).replace(CONTROLS, '').replace(DIRECTIONS, asEscape))
    .join('\n')
}

function lastState(line: string): string {
  const whole = line.replace(/\r+$/, '')
  return whole.slice(whole.lastIndexOf('\r') + 1)
}

const TROUBLE =
  /\w*(?:error|exception)s?\b|\b(?:fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|assert\w*|traceback|not ok|cannot|could not|no such file|not found|undefined reference|segmentation fault|killed|expected|received|actual)\b|^E\s|[✗✘×❌]/i
const PASSED = /^\s*(?:ok\b|[✓✔√]|PASS\b)/
const NO_TROUBLE = /\b(?:0|no) (?:errors?|fail\w*|exceptions?)\b|\b(?:errors?|fail\w*)[:=]? 0\b/gi

const LINES_BEFORE = 1
const LINES_AFTER = 3
const LINE_LENGTH_MAX = 300
const GAP = '…'

/** The lines of a failing command that explain the failure, with some context; its last lines if there are none. */
export function importantLines(output: string, max: number): readonly string[] {
  const lines = cleanText(output)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}${GAP}` : line.trimEnd()))
  const wanted = new Set<number>()
  for (const [at, line] of lines.entries()) {
    if (!saysTrouble(line)) continue
    const last = Math.min(lines.length - 1, at + LINES_AFTER)
    for (let near = Math.max(0, at - LINES_BEFORE); near <= last; near++) wanted.add(near)
  }
  if (wanted.size === 0) return lines.slice(-max)
  return cutMiddle(withGaps(lines, wanted), max)
}

/** The beginning of a text, cleaned, without empty lines. */
export const firstLines = (text: string, max: number): readonly string[] =>
  cleanText(text)
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, max)
    .map(line => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}${GAP}` : line.trimEnd()))

const saysTrouble = (line: string): boolean => !PASSED.test(line) && TROUBLE.test(line.replace(NO_TROUBLE, ''))

function withGaps(lines: readonly string[], wanted: ReadonlySet<number>): readonly string[] {
  const shown: string[] = []
  let previous = -1
  for (const at of [...wanted].sort((a, b) => a - b)) {
    if (at !== previous + 1) shown.push(GAP)
    shown.push(lines[at] ?? '')
    previous = at
  }
  return shown
}

/** The first failure and the final summary are the most useful, so the middle is cut. */
function cutMiddle(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines
  const first = Math.ceil(((max - 1) * 2) / 3)
  const last = max - 1 - first
  return [...lines.slice(0, first), GAP, ...lines.slice(lines.length - last)]
}
