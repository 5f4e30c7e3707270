import type { CommandGate } from './commands.ts'
import type { SettingGate } from './gate-settings.ts'

/** Code that others use has a build and a contract; glue code has tests and a linter. */
export type CodePlace = 'core' | 'workflow'

/** A language as a plan names it, and the gates of its tasks. */
export interface LanguageRow {
  readonly name: string
  /** The words of a layer or a role for it. */
  readonly spoken: RegExp
  readonly paths: RegExp
  readonly gates: (place: CodePlace | null) => readonly (CommandGate | SettingGate)[]
  /** Its declarations can be read here: the contract gate needs no settings. */
  readonly hasDeclarations?: true
}

const BUILT = ['build', 'test', 'lint'] as const

/** One row per language; the first that fits decides. */
export const LANGUAGES: readonly LanguageRow[] = [
  {
    name: 'c++',
    spoken: /(?<![\w+])(c\+\+|cpp)(?![\w+])/i,
    paths: /\.(c|cc|cpp|cxx|h|hh|hpp|hxx)$/i,
    gates: place => (place === 'workflow' ? BUILT : [...BUILT, 'contract']),
  },
  {
    name: 'python',
    spoken: /\bpython\b/i,
    paths: /\.pyi?$/i,
    gates: place => (place === 'core' ? ['test', 'lint', 'contract'] : ['test', 'lint']),
  },
  {
    name: 'typescript',
    spoken: /\btypescript\b/i,
    paths: /\.[cm]?tsx?$/i,
    gates: place => (place === 'core' ? ['typecheck', ...BUILT, 'contract'] : ['typecheck', 'lint', 'test']),
    hasDeclarations: true,
  },
  {
    name: 'javascript',
    spoken: /\bjavascript\b/i,
    paths: /\.[cm]?jsx?$/i,
    gates: place => (place === 'core' ? ['lint', 'test', 'contract'] : ['lint', 'test']),
    hasDeclarations: true,
  },
  { name: 'rust', spoken: /\brust\b/i, paths: /\.rs$/i, gates: () => BUILT },
  { name: 'go', spoken: /\bgolang\b/i, paths: /\.go$/i, gates: () => BUILT },
]
