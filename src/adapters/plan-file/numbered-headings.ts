/** Plans whose tasks are numbered headings: `## 1. Add the index`, `## 2. Add the page`. */

import { taskId } from '../../core/plan/ids.ts'
import { TASK_LIST } from './checklist.ts'
import { SECTION_NAMES } from './sections.ts'
import type { TaskHeading } from './task-heading.ts'
import type { Block, Heading } from './text/blocks.ts'
import { inline } from './text/position.ts'

/** Headings of one level below one heading, in order. */
interface Siblings {
  readonly parent: string | null
  readonly headings: Heading[]
}

/**
 * Reads the tasks of such a document, or null if it is none. The headings below "Tasks" count, else the outermost ones below the
 * title: all of them are numbered from 1, apart from sections that a plan has besides its tasks.
 */
export function numberedHeadings(
  text: string,
  blocks: readonly Block[],
): ((text: string, heading: Heading) => TaskHeading | null) | null {
  const groups = siblingsOf(text, blocks)
  const named = groups.filter(({ parent }) => parent !== null && TASK_LIST.test(parent))
  const chosen = named.length > 0 ? named : groups.slice(0, 1)
  const tasks = new Map<Heading, TaskHeading>()
  for (const { headings } of chosen) {
    const own = headings.filter(heading => !isKnownSection(text, heading))
    const read = own.map(heading => numbered(text, heading))
    if (read.length > 1 && read.every((task, at) => task?.id === String(at + 1)))
      for (const [at, task] of read.entries()) tasks.set(own[at]!, task!)
  }
  const starts = new Map([...tasks].map(([{ start }, task]) => [start, task]))
  return tasks.size === 0 ? null : (_, heading) => starts.get(heading.start) ?? null
}

/** The groups of headings below the title, the outermost first. */
function siblingsOf(text: string, blocks: readonly Block[]): readonly Siblings[] {
  const groups = new Map<Heading | null, Siblings>()
  const open: Heading[] = []
  for (const block of blocks) {
    if (block.is !== 'heading' || block.depth > 0) continue
    while (open.length > 0 && open.at(-1)!.level >= block.level) open.pop()
    const parent = open.at(-1) ?? null
    open.push(block)
    if (block.level === 1) continue
    const group = groups.get(parent)
    if (group) group.headings.push(block)
    else groups.set(parent, { parent: parent && inline(text, parent.words), headings: [block] })
  }
  return [...groups.values()]
}

function numbered(text: string, { words }: Heading): TaskHeading | null {
  const match = /^(\d{1,4})[.)]\s+(.+)$/.exec(inline(text, words))
  return match === null ? null : { id: taskId(match[1]!), title: match[2]! }
}

const isKnownSection = (text: string, { words }: Heading): boolean =>
  SECTION_NAMES.some(name => inline(text, words).toLowerCase().startsWith(name))
