import { baseName } from '../../../core/text/paths.ts'

/**
 * A Makefile is both code and check. It is protected if a command of the contract uses it, and then by
 * meaning: new rules and longer lists of files are ordinary work; a changed recipe, prerequisite or flag of an existing
 * rule is not.
 */
export const isMakefile = (path: string): boolean => MAKEFILES.includes(baseName(path)) || path.endsWith('.mk')

/** The names of Makefiles, in the order in which make looks for them. */
export const MAKEFILES: readonly string[] = ['GNUmakefile', 'makefile', 'Makefile']

/** Whether make starts the commands. */
export const goesThroughMake = (commands: readonly string[]): boolean =>
  commands.some(command => /(^|[\s;&|])g?make(\s|$)/.test(command))

/** The changed rules and variables of the base; empty if there are only new ones. */
export function changedRules(baseText: string, candidateText: string): readonly string[] {
  const base = rulesOf(baseText)
  const candidate = rulesOf(candidateText)
  const changed = [...base].filter(
    ([name, text]) => candidate.get(name) !== text && !isLonger(text, candidate.get(name)),
  )
  const ruling = [...candidate.keys()].filter(name => !base.has(name) && RULES_ALL.test(name))
  return [...changed.map(([name]) => name), ...ruling]
}

/** Variables that change every rule without being named in one. */
const RULES_ALL =
  /^(\.?SHELL|\.SHELLFLAGS|MAKEFLAGS|\.IGNORE|\.DEFAULT(_GOAL)?|\.ONESHELL|\.POSIX|PATH|export PATH|-?include .*)$/

/** Rules by target with their recipes, variables by name with their values, and other directives. */
export function rulesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, part: string) => found.set(name, `${found.get(name) ?? ''}${part}\n`)
  let current: readonly string[] = []
  for (const line of text.replace(/\\\n\s*/g, ' ').split('\n')) {
    const bare = line.replace(/(^|\s)#.*$/, '').trimEnd()
    if (bare.trim() === '') continue
    if (bare.startsWith('\t')) {
      for (const name of current) add(name, bare)
      continue
    }
    const [, variable, value] = /^((?:export\s+)?[\w.-]+)\s*(?:[:+?!]?=|::=)\s*(.*)$/.exec(bare) ?? []
    const [, targets, rest] = /^([^:=]+?)\s*::?(?!=)\s*(.*)$/.exec(bare) ?? []
    current = []
    if (variable !== undefined) add(variable, value ?? '')
    // The list of phony targets grows with every rule.
    else if (targets?.trim() === '.PHONY') continue
    else if (targets !== undefined) {
      current = targets.trim().split(/\s+/)
      for (const name of current) add(name, `: ${rest}`)
    } else add(bare.trim(), '')
  }
  return found
}

/** The targets of a Makefile: names with prerequisites or recipes. */
export const targetsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...rulesOf(text)].filter(([, text]) => text.split('\n').some(line => line.startsWith(':'))).map(([name]) => name),
  )

/** Whether a list has the same words and more, all of them file names. */
function isLonger(before: string, after: string | undefined): boolean {
  if (after === undefined) return false
  const rest = after.split(/\s+/).filter(Boolean)
  for (const word of before.split(/\s+/).filter(Boolean)) {
    const at = rest.indexOf(word)
    if (at < 0) return false
    rest.splice(at, 1)
  }
  return rest.every(
    word => /^[\w./$()-]+\.(o|c|cc|cpp|cxx|h|hpp|s|go|rs|py|js|ts)$/.test(word) && !word.startsWith('-'),
  )
}
