/** Dependency lists with one entry per line. */

/** One requirement per line; a removed line is not a new dependency. */
export const isRequirements = (path: string): boolean =>
  /(^|\/)(requirements[^/]*\.(txt|in)|constraints[^/]*\.txt|Pipfile|environment\.ya?ml|Gemfile)$/.test(path)

/** New lines of a list of requirements. */
export function newRequirements(before: string, after: string): readonly string[] {
  const known = new Set(before.split('\n').map(line => line.trim()))
  return after
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#') && !known.has(line))
}

export const isGoMod = (path: string): boolean => /(^|\/)go\.mod$/.test(path)

/** New `require` and `replace` lines of a go.mod. */
export function goModules(baseText: string, candidateText: string): readonly string[] {
  const lines = (text: string) =>
    new Set(
      text
        .split('\n')
        .map(line => line.replace(/\/\/.*/, '').trim())
        .map(line => line.replace(/^(require|replace|exclude|toolchain)\s+(?=[^(])/, ''))
        .filter(line => /^\S+\.\S+\/?\S*\s+(v\d|=>)|^go1/.test(line)),
    )
  const before = lines(baseText)
  return [...lines(candidateText)].filter(line => !before.has(line)).map(line => line.split(/\s/)[0]!)
}
