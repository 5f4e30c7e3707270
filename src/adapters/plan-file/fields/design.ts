/** The design document that a plan names: `Design: path` in its front matter, or `**Design**: path` above its tasks. */
import type { Outline } from '../outline.ts'
import { withoutCode } from '../text/code-span.ts'
import { frontMatterValue } from '../text/front-matter.ts'
import { inline } from '../text/position.ts'
import { isNone } from './field-values.ts'

const NAMES: ReadonlySet<string> = new Set(['design', 'design doc', 'design document'])

/** The path as the plan writes it; null if it names none. */
export function readDesign(text: string, { frontMatter, sections, tasks }: Outline): string | null {
  const front = frontMatter === null ? '' : text.slice(frontMatter.start, frontMatter.end)
  const given = [...NAMES].map(name => frontMatterValue(front, name)).find(value => value !== null)
  const firstTask = tasks[0]?.heading.start ?? text.length
  const field = sections
    .flatMap(({ blocks }) => blocks)
    .find(block => {
      if (block.is !== 'field' || block.depth > 0 || block.start > firstTask) return false
      return NAMES.has(text.slice(block.name.start, block.name.end).trim().toLowerCase())
    })
  const words = given ?? (field?.is === 'field' ? inline(text, field.value) : '')
  const path = withoutCode(/^\[[^\]]*\]\(([^)\s]+)\)$/.exec(words)?.[1] ?? words)
  return path === '' || isNone(path) ? null : path
}
