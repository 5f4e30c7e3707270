/** Interpreters and compilers of languages other than JavaScript, and their version commands. */
export const COMPILERS = {
  go: { ending: '.go', asks: ['version'] },
  python3: { ending: '.py', asks: ['--version'] },
  rustc: { ending: '.rs', asks: ['--version'] },
} as const satisfies Readonly<Record<string, { readonly ending: string; readonly asks: readonly string[] }>>

export type Compiler = keyof typeof COMPILERS

/** The compilers whose versions affect the results of a project, by its files. */
export const compilersOf = (paths: readonly string[]): readonly Compiler[] =>
  (Object.keys(COMPILERS) as Compiler[]).filter(name => paths.some(path => path.endsWith(COMPILERS[name].ending)))
