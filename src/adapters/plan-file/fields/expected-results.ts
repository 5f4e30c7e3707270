import type { Locate, Range } from '../text/position.ts'
import type { CriterionReading } from './criteria.ts'

/** "Run:" with a command in back-ticks or a code block, followed by the expected result. */
const RUN =
  /\bRun:?[*_]*[ \t]*(?:`([^`\n]{1,500})`|\n{0,2}[ \t]*```\w*\n([^`\n]{1,500})\n[ \t]*```)[ \t]*\n{1,2}[ \t]*[*_]*Expected:?[*_]*[ \t]*([^\n]{1,200})/g
const GOOD =
  /^[`*_"]*(?:all\b.{0,40}\b)?(?:pass|success|ok\b|green|exit (?:code )?0|no (?:errors|output)|clean|build succe)/i

/** Whether a bold name is part of such a pair, and so read here. */
export const isExpectedLabel = (name: string): boolean => /^(?:run|expected)$/i.test(name.trim())

/** The commands that a plan of steps expects to succeed, as checks. */
export function readExpectedResults(text: string, range: Range, locate: Locate): CriterionReading[] {
  const found = new Map<string, CriterionReading>()
  for (const match of text.slice(range.start, range.end).matchAll(RUN)) {
    const command = (match[1] ?? match[2])!.trim()
    const expected = match[3]!.trim()
    if (!GOOD.test(expected) || command === '' || found.has(command) || /^git\s/.test(command)) continue
    const start = range.start + match.index
    found.set(command, {
      box: null,
      criterion: {
        id: `c${found.size + 1}`,
        category: 'runtime',
        text: `\`${command}\` → ${expected}`,
        ticked: false,
        check: { command, expect: { is: 'exit', code: 0 } },
        span: locate({ start, end: start + match[0].length }),
      },
    })
  }
  return [...found.values()]
}
