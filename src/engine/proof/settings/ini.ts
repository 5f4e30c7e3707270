/**
 * setup.cfg and tox.ini are judged by section: one file contains the settings of pytest and of linters, but also the
 * version of a package and environments that only tox creates.
 */
const JUDGED = /(^|\/)(setup\.cfg|tox\.ini)$/
/** The description of the package, and tools that update it. */
const ABOUT_THE_PACKAGE = /^(metadata|bumpversion(:.*)?)$/
const OF_TOX = /^(tox(:.*)?|testenv(:.*)?|gh(-actions(:.*)?)?)$/

/** Whether only sections changed that none of these commands reads. */
export function touchesNoCheck(path: string, before: string, after: string, commands: readonly string[]): boolean {
  if (!JUDGED.test(path)) return false
  const [old, now] = [sectionsOf(before), sectionsOf(after)]
  if (!old || !now) return false
  const startsTox = commands.some(command => /\btox\b/.test(command))
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter(name => old.get(name) !== now.get(name))
    .every(name => ABOUT_THE_PACKAGE.test(name) || (OF_TOX.test(name) && !startsTox))
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
