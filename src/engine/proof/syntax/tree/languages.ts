/** A language that is read by a grammar of tree-sitter. */
export interface TreeLanguage {
  readonly language: 'python' | 'go' | 'rust' | 'c'
  readonly grammar: string
  readonly paths: RegExp
  /** Comments, and marks that only continue a line. */
  readonly comments: ReadonlySet<string>
  /** Comments that a compiler, its tools or a test runner obey. */
  readonly obeyed: RegExp
  /** One token, whatever is inside. */
  readonly strings: ReadonlySet<string>
  readonly functions: ReadonlySet<string>
  /** How an emptied function looks, in `gut-compiled.ts`; Python empties values too, and has its own. */
  readonly empty?: 'go' | 'rust' | 'c' | 'cpp'
  /** Macros may be more than the grammar knows. */
  readonly hasMacros?: true
  /** Comments may be code of another language. */
  readonly unreadable?: RegExp
}

const C = {
  language: 'c',
  grammar: 'cpp',
  comments: new Set(['comment']),
  obeyed: /\b(NOLINT|clang-format|IWYU|cppcheck|coverity|LCOV|GCOV)|\bfall(s|ing)?[ -]?thr/i,
  strings: new Set(['string_literal', 'raw_string_literal', 'char_literal']),
  functions: new Set(['function_definition']),
  hasMacros: true,
} as const

/** One row per language. A new one needs no other list here: see `docs/contributing.md`. */
const ROWS: readonly TreeLanguage[] = [
  {
    language: 'python',
    grammar: 'python',
    paths: /\.pyi?$/i,
    comments: new Set(['comment', 'line_continuation']),
    obeyed:
      /^#(!|.*coding[:=]|\s*(type:|noqa|pragma|pylint:|mypy:|pyright:|pyre-|pytype:|ruff:|flake8:|fmt:|isort:|yapf:|nosec|doctest:|cython:|distutils:|nuitka|pants:|\/\/\/))/i,
    strings: new Set(['string']),
    functions: new Set(['function_definition']),
  },
  {
    language: 'go',
    grammar: 'go',
    paths: /\.go$/,
    comments: new Set(['comment']),
    obeyed: /^\/\/(go:|export |line |extern |\s*\+build|\s*nolint|lint:)|^\/\*line /,
    strings: new Set(['interpreted_string_literal', 'raw_string_literal', 'rune_literal']),
    functions: new Set(['function_declaration', 'method_declaration']),
    empty: 'go',
    unreadable: /\bimport\b[^;{]*"C"/,
  },
  {
    language: 'rust',
    grammar: 'rust',
    paths: /\.rs$/,
    comments: new Set(['line_comment', 'block_comment']),
    // Examples in documentation are tests.
    obeyed: /^\/(\/[/!]|\*[*!])[\s\S]*```/,
    strings: new Set(['string_literal', 'raw_string_literal', 'char_literal']),
    functions: new Set(['function_item']),
    empty: 'rust',
  },
  { ...C, paths: /\.c$/, empty: 'c' },
  { ...C, paths: /\.(c|cc|cpp|cxx|h|hh|hpp|hxx)$/i, empty: 'cpp' },
]

/** The row of a file; null for languages that have another reader, or none. */
export const treeLanguageOf = (path: string): TreeLanguage | null => ROWS.find(({ paths }) => paths.test(path)) ?? null

/** The grammars of all rows. */
export const GRAMMARS: readonly string[] = [...new Set(ROWS.map(({ grammar }) => grammar))]
