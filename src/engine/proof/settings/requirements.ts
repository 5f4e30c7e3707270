/** Lists of packages with one entry per line: requirements of Python, modules of Go. */
import { globMatcher } from '../../../core/text/glob.ts'
import { without } from '../../../core/text/lists.ts'
import { baseName } from '../../../core/text/paths.ts'
import { differingParts, type PartTable } from './parts.ts'

/** One requirement per line; a removed line is not a new dependency. */
export const isRequirements = globMatcher([
  '**/{requirements*.{txt,in},constraints*.txt,Pipfile,environment.{yml,yaml},Gemfile}',
])

export const isGoMod = (path: string): boolean => baseName(path) === 'go.mod'

/** New lines of a list of requirements. */
export function newRequirements(before: string, after: string): readonly string[] {
  const lines = (text: string) => text.split('\n').map(line => line.trim())
  return without(lines(after), ['', ...lines(before)]).filter(line => !line.startsWith('#'))
}

/** The module path in a go.mod; null if it has none. */
export function goModule(text: string): string | null {
  const { module } = goEntries(text)
  return typeof module === 'string' ? module.replaceAll('"', '') : null
}

/** New and replaced modules of a go.mod. */
export function goModules(baseText: string, candidateText: string): readonly string[] {
  const modules = (text: string) => {
    const { require, indirect, replace, exclude, toolchain } = goEntries(text)
    return { require: Object.assign({}, require, indirect), replace, exclude, toolchain }
  }
  const changes = differingParts(modules(baseText), modules(candidateText))
  return [...new Set(changes.filter(({ after }) => after !== undefined).map(({ key }) => key.at(-1)!))]
}

/** `requests>=2` as a name and its versions. */
export const lineEntries = (text: string): PartTable =>
  Object.fromEntries(
    text
      .split('\n')
      .map(line => line.replace(/(^|\s)#.*/, '').trim())
      .filter(Boolean)
      .map(line => /^([\w.-]*)(.*)$/.exec(line)!)
      .map(([, name, rest]) => [name, rest]),
  )

/** The directives of a go.mod: values, and lists of modules. Indirect modules are a list of their own. */
export function goEntries(text: string): PartTable {
  const found: Record<string, string | Record<string, string>> = {}
  let block = ''
  for (const raw of text.split('\n')) {
    const [code = '', comment = ''] = raw.split('//')
    const words = code.replace('(', ' ( ').trim().split(/\s+/)
    if (words[0] === ')') block = ''
    else if (words[1] === '(') block = words[0]!
    else if (words[0] !== '') {
      const [kind = '', name = '', ...value] = block === '' ? words : [block, ...words]
      const list = kind === 'require' && comment.trim() === 'indirect' ? 'indirect' : kind
      const known = found[list]
      if (value.length === 0) found[list] = name
      else {
        // A module may be replaced in several of its versions.
        const all = [typeof known === 'object' ? known[name] : undefined, value.join(' ')]
        found[list] = Object.assign({}, known, { [name]: all.filter(Boolean).join(', ') })
      }
    }
  }
  return found
}
