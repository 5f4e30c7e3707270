/** Names that a file of a compiled language declares, read line by line: enough to recognise names that a compiler misses. */

const GO = [
  /^func +(?:\([^)\n]*\) *)?(\w+)/gm,
  /^(?:type|var|const)\s+(\w+)/gm,
  // In groups, structures and interfaces.
  /^\t(\w+)(?:\s+[\w*[\]{}.=]|\(|\s*$)/gm,
]
const RUST = [
  /\b(?:fn|struct|enum|union|trait|type|const|static|mod)\s+(?:mut\s+)?(\w+)/g,
  /\bmacro_rules!\s+(\w+)/g,
  // Fields and variants.
  /^[ \t]+(?:pub(?:\([^)\n]*\))?[ \t]+)?(\w+)[ \t]*:/gm,
  /^[ \t]+([A-Z]\w*)[ \t]*(?:[,({]|$)/gm,
]
const C = [
  /\b(?:class|struct|union|enum(?:\s+class)?|namespace|concept)\s+(\w+)/g,
  /\b(\w+)\([^;{}()]{0,500}\)(?:const|noexcept|override|[ \t\n]){0,40}[{;]/g,
  /\b(?:using|typedef\b[^;\n]{0,200}?)[ \t](\w+)[ \t]?[=;]/g,
  /^[ \t]*#[ \t]*define[ \t]+(\w+)/gm,
]

/** Larger files are generated. */
const TEXT_MAX = 500_000

const LANGUAGES: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [/\.go$/, GO],
  [/\.rs$/, RUST],
  [/\.(c|cc|cpp|cxx|h|hh|hpp|hxx)$/i, C],
]

/** Unique names in no particular order; none for other languages. */
export function declaredNames(text: string, path: string): readonly string[] {
  if (text.length > TEXT_MAX) return []
  const patterns = LANGUAGES.find(([names]) => names.test(path))?.[1] ?? []
  return [...new Set(patterns.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1]!)))]
}
