const TELLING =
  /\b(error|fail(ed|ure|s)?|assert\w*|expected|actual|not ok|traceback|exception|panic(ked)?|undefined|cannot|missing)\b|✖|✗|×/i
const LINES_MAX = 40
const AROUND = 2

/** The lines of a failing command's output that matter: around what sounds like the failure, else the end. */
export function importantLines(output: string): string {
  const lines = output.split('\n').map(line => line.trimEnd())
  const kept = new Set<number>()
  lines.forEach((line, at) => {
    if (!TELLING.test(line)) return
    for (let near = at - AROUND; near <= at + AROUND; near++) if (lines[near]) kept.add(near)
  })
  const chosen = kept.size > 0 ? [...kept].sort((a, b) => a - b).map(at => lines[at]!) : lines.filter(Boolean)
  if (chosen.length <= LINES_MAX) return chosen.join('\n')
  const half = LINES_MAX / 2
  return [...chosen.slice(0, half), `… (${chosen.length - LINES_MAX} lines)`, ...chosen.slice(-half)].join('\n')
}
