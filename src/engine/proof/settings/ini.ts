import { baseName } from '../../../core/text/paths.ts'

/**
 * setup.cfg and tox.ini are judged by section: one file contains the settings of pytest and of linters, but also the
 * version of a package and environments that only tox creates.
 */
const JUDGED: ReadonlySet<string> = new Set(['setup.cfg', 'tox.ini'])
/** The description of the package, and tools that update it. */
const ABOUT_THE_PACKAGE: ReadonlySet<string> = new Set(['metadata', 'bumpversion'])
const OF_TOX: ReadonlySet<string> = new Set(['tox', 'testenv', 'gh', 'gh-actions'])

/** Whether only sections changed that none of these commands reads. */
export function touchesNoCheck(path: string, before: string, after: string, commands: readonly string[]): boolean {
  if (!JUDGED.has(baseName(path))) return false
  const [old, now] = [sectionsOf(before), sectionsOf(after)]
  if (!old || !now) return false
  const startsTox = commands.some(command => /\btox\b/.test(command))
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter(name => old.get(name) !== now.get(name))
    .map(name => name.split(':', 1)[0]!)
    .every(kind => ABOUT_THE_PACKAGE.has(kind) || (OF_TOX.has(kind) && !startsTox))
}

/** The lines of each section; null if parsers may disagree about the start of one. */
function sectionsOf(text: string): ReadonlyMap<string, string> | null {
  const sections = new Map<string, string>()
  let name = ''
  for (const line of text.split(/\r?\n/)) {
    if (/^\s+\[[^\]]*\]\s*$/.test(line)) return null
    const heading = /^\[([^\]]+)\]\s*([#;].*)?$/.exec(line)?.[1]
    if (heading !== undefined) {
      if (sections.has(heading)) return null
      name = heading
    }
    sections.set(name, `${sections.get(name) ?? ''}${line.trimEnd()}\n`)
  }
  // Empty lines between two sections belong to neither.
  return new Map([...sections].map(([section, lines]) => [section, lines.trimEnd()]))
}
