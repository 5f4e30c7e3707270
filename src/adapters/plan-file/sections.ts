/** The sections of a document that a rule reads; a reader can only ask for one that is named here. */

import type { Outline, Section } from './outline.ts'
import type { Block } from './text/blocks.ts'

/** `tables`: only tables are read. `words`: agents are told its words. `rules`: each entry holds for every task. */
const READ_AS = {
  'dependency graph': 'tables',
  'commit strategy': 'tables',
  parallelization: 'tables',
  'runtime contract': 'tables',
  'must not do': 'rules',
  context: 'words',
  'work objectives': 'words',
} as const

/** How the name of a section that is read begins. */
export type SectionName = keyof typeof READ_AS
/** What a rule makes of a section. */
export type SectionUse = (typeof READ_AS)[SectionName]

/** The names of all sections that are read. */
export const SECTION_NAMES = Object.keys(READ_AS) as readonly SectionName[]

/** The sections whose name begins so, in the order of the document. */
export const sectionsNamed = (outline: Outline, name: SectionName): Section[] =>
  outline.sections.filter(section => section.name.startsWith(name))

/** What is made of each section: by its own name, or because it stands inside one whose words are told. */
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

/** Whether a rule makes something of a block of such a section. Paragraphs, pictures and remarks are prose, which needs no rule. */
export function isUsed(use: SectionUse | null, block: Block): boolean {
  const isStructure = block.is === 'table' || block.is === 'item'
  if (!isStructure || use === 'rules') return true
  if (use === 'tables') return block.is === 'table'
  const isBox = block.is === 'item' && block.box !== null
  return use === 'words' ? !isBox : block.is === 'item' && !isBox
}
