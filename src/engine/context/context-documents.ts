/** The repository's own pages for people and agents, and the design document of the plan. Only ever quoted. */
import type { Plan } from '../../core/plan/plan.ts'
import type { PlanPlace } from '../../core/plan/plan-place.ts'
import { isInsideTree } from '../../core/text/inside-path.ts'
import { folderPrefix } from '../../core/text/paths.ts'
import type { ContextDocument } from '../../core/told/shared-context.ts'
import type { PlanFile, TreeReader } from '../../ports.ts'

/** In this order: pages for agents, then pages for contributors, then the readme. */
const PAGES = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  'CONTRIBUTING.md',
  '.github/CONTRIBUTING.md',
  'docs/CONTRIBUTING.md',
  'README.md',
]
const PAGES_MAX = 3
const TEXT_MAX = 3_000

/** The first pages with conventions; one with the text of another counts once. */
export async function conventionPages({ list, readText }: TreeReader): Promise<readonly ContextDocument[]> {
  const names = new Map(list.map(path => [path.toLowerCase(), path]))
  const found: ContextDocument[] = []
  const seen = new Set<string>()
  for (const page of PAGES) {
    const path = names.get(page.toLowerCase())
    const text = path === undefined ? null : await readText(path)
    if (path === undefined || text === null || isPointer(text) || seen.has(text.trim())) continue
    seen.add(text.trim())
    found.push(beginning(path, 'conventions', text))
    if (found.length === PAGES_MAX) break
  }
  return found
}

/** One line that only names another file: a symbolic link, or an import. */
const isPointer = (text: string): boolean => /^\s*(?:@?[\w./-]+\s*)?$/.test(text)

/** Where a plan is kept, with the files beside it. */
interface PlanSource {
  readonly plan: Plan
  readonly place: PlanPlace
  readonly planFile: PlanFile
}

/** The principles of the design document that a plan names. */
export async function designDocument(
  tree: TreeReader,
  source: PlanSource,
): Promise<ContextDocument | 'none' | 'missing'> {
  const found = await designText(tree, source)
  return typeof found === 'string' ? found : designOf(found.path, found.text)
}

/** The whole design document that a plan names: in the base, or beside a plan that is outside of it. */
export async function designText(
  { list, readText }: TreeReader,
  { plan, place, planFile }: PlanSource,
): Promise<{ readonly path: string; readonly text: string } | 'none' | 'missing'> {
  const named = plan.design?.replace(/#.*$/, '').replace(/^\.\//, '')
  if (named === undefined) return 'none'
  if (!isInsideTree(named)) return 'missing'
  const path = [named, `${folderPrefix(place.path)}${named}`].find(candidate => list.includes(candidate))
  const text = path === undefined ? await beside(planFile, place, named) : await readText(path)
  return text === null ? 'missing' : { path: path ?? named, text }
}

/** A plan that is not committed may have its design beside it. */
const beside = async (planFile: PlanFile, { kept }: PlanPlace, name: string): Promise<string | null> =>
  kept === 'on-branch' ? null : planFile.readBeside(name)

/** The sections about principles and constraints where there are some, else the beginning. */
function designOf(path: string, text: string): ContextDocument {
  const sections = sectionsOf(text).filter(({ title }) => /principle|constraint|convention|non-goal/i.test(title))
  if (sections.length === 0) return beginning(path, 'design', text)
  return { ...beginning(path, 'design', sections.map(section => section.text).join('\n')), cut: true }
}

interface Section {
  readonly title: string
  readonly text: string
}

/** The parts of a page below its headings, without headings inside of fences. */
function sectionsOf(text: string): readonly Section[] {
  const sections: { title: string; text: string }[] = []
  let fence: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (mark !== null && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    const title = fence === null ? /^#{1,6}\s+(.+)$/.exec(line)?.[1] : undefined
    if (title !== undefined) sections.push({ title, text: line })
    else if (sections.length > 0) sections.at(-1)!.text += `\n${line}`
  }
  return sections
}

function beginning(path: string, about: ContextDocument['about'], text: string): ContextDocument {
  const whole = text.replace(/^\uFEFF/, '').trim()
  return whole.length <= TEXT_MAX
    ? { path, about, text: whole }
    : { path, about, text: whole.slice(0, TEXT_MAX), cut: true }
}
