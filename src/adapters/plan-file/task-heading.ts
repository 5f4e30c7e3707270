import { type TaskId, taskId } from '../../core/plan/ids.ts'
import type { Heading } from './text/blocks.ts'

/** The parts of a task heading. */
export interface TaskHeading {
  readonly id: TaskId
  readonly title: string
}

/** `TODO 2.a: title`, `TODO-3 - title`, `P0-2b: title`; ids start with a letter or digit. */
const WITH_SEPARATOR =
  /^(?:(todo|task)(?![a-z]))?[\s#-]*([\p{L}\p{N}][\p{L}\p{N}._/-]*?)\s*(?:[:：]|\s[-–—]\s|\.\s|$)(.*)$/iu
/** `TODO 3 title`: without the separator. */
const WITHOUT_SEPARATOR = /^(todo|task)[\s#-]*(\d[\p{L}\p{N}._/-]*|final)\s+(.+)$/iu

/** Reads a heading as a task; null if it is not one. Without a box only the plain form `TODO 3: title` counts. */
export function readTaskHeading(text: string, heading: Heading): TaskHeading | null {
  const words = text.slice(heading.words.start, heading.words.end)
  const boxed = heading.box !== null || hasBrokenBox(text, heading)
  const rest = words.replace(BROKEN_BOX, '')
  const match = WITH_SEPARATOR.exec(rest) ?? WITHOUT_SEPARATOR.exec(rest)
  if (match === null) return null
  const [, keyword, written, title] = match as unknown as [string, string | undefined, string, string]
  const isFinal = /^final$/i.test(written)
  if (keyword === undefined ? !boxed || !(isFinal || /\d/.test(written)) : !boxed && !PLAIN.test(rest)) return null
  return { id: isFinal ? taskId('final') : taskId(written), title: title.trim() }
}

/** `[]`: meant as a box, but without space for a tick. */
export const hasBrokenBox = (text: string, heading: Heading): boolean =>
  heading.box === null && BROKEN_BOX.test(text.slice(heading.words.start, heading.words.start + 4))

const BROKEN_BOX = /^\[\]\s*/
const PLAIN = /^TODO[ -](?:\d[\p{L}\p{N}._/-]*|Final)\s*[:：]/u

/** `Task 3: title`, as in plans of steps: no box, and always a number. */
export const readStepsHeading = headingReader(/^task\s+(\d[\d.]*[a-z]?)\s*(?:[:：]|\s[-–—]\s)\s*(.+)$/i)

/** `Step 3: title`: the whole plan where there are no tasks, and otherwise a part of one. */
export const readStepHeading = headingReader(/^step\s+(\d[\d.]*[a-z]?)\s*(?:[:：.]|\s[-–—]\s)\s*(.+)$/i)

function headingReader(form: RegExp) {
  return (text: string, heading: Heading): TaskHeading | null => {
    if (heading.level < 2) return null
    const match = form.exec(text.slice(heading.words.start, heading.words.end))
    return match === null ? null : { id: taskId(match[1]!), title: match[2]!.trim() }
  }
}
