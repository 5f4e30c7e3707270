/** GitHub refuses texts above 65,536 characters; a body holds the words of people too. */
const CHARS_MAX = { comment: 60_000, page: 30_000, receipts: 10_000 } as const
const LINE_CHARS_MAX = 4_000

/** A text that is no longer than a forge takes. */
export function fittedText(text: string, kind: keyof typeof CHARS_MAX): string {
  const lines = text
    .split('\n')
    .map(line => (line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX)}…` : line))
  let left: number = CHARS_MAX[kind]
  const fitting = lines.findIndex(line => {
    left -= line.length + 1
    return left < 0
  })
  return fitting === -1
    ? lines.join('\n')
    : [...lines.slice(0, fitting), '', '… and more: pm-agent report prints all of it'].join('\n')
}
