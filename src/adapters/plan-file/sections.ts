/** The sections that the reader uses; only sections named here can be requested. */

import type { Outline, Section } from './outline.ts'
import type { Block } from './text/blocks.ts'

/** `tables`: only tables are read. `words`: passed to agents as text. `rules`: each entry applies to every task. */
const READ_AS = {
  'dependency graph': 'tables',
  'commit strategy': 'tables',
  parallelization: 'tables',
  'runtime contract': 'tables',
  'integration tests': 'tables',
  'must not do': 'rules',
  context: 'words',
  'work objectives': 'words',
} as const

/** The prefix of a known section name. */
export type SectionName = keyof typeof READ_AS
/** How a section is used. */
export type SectionUse = (typeof READ_AS)[SectionName]

/** The names of all sections that are read. */
export const SECTION_NAMES = Object.keys(READ_AS) as readonly SectionName[]

/** The sections whose name begins with this, in document order. */
export const sectionsNamed = (outline: Outline, name: SectionName): Section[] =>
  outline.sections.filter(section => section.name.startsWith(name))

/** The use of each section: by its own name, or because it is inside one that is passed to agents. */
export function sectionUses(outline: Outline): ReadonlyMap<Section, SectionUse | null> {
  const uses = new Map<Section, SectionUse | null>()
  let toldUntil = 0
  for (const section of outline.sections) {
    const own = SECTION_NAMES.find(name => section.name.startsWith(name))
    const use = own === undefined ? null : READ_AS[own]
    if (use === 'words') toldUntil = Math.max(toldUntil, section.end)
    uses.set(section, use ?? (section.start < toldUntil ? 'words' : null))
  }
  return uses
}

/** Whether a block of such a section is used. Paragraphs, pictures and remarks are prose and need no rule. */
export function isUsed(use: SectionUse | null, block: Block): boolean {
  const isStructure = block.is === 'table' || block.is === 'item'
  if (!isStructure || use === 'rules') return true
  if (use === 'tables') return block.is === 'table'
  const isBox = block.is === 'item' && block.box !== null
  return use === 'words' ? !isBox : block.is === 'item' && !isBox
}
