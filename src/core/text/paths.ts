/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Extensions, without their dots. */
export const endings = (words: string): ReadonlySet<string> => new Set(words.split(' '))

export const hasEnding = (path: string, among: ReadonlySet<string>): boolean => {
  const name = baseName(path)
  return name.includes('.') && among.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** A path relative to a folder, without `.` and `..` inside it. */
export function pathFrom(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** The folder of a path with a slash at its end; empty at the top. */
export const folderPrefix = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** A path without its extension. */
export const withoutEnding = (path: string): string => path.replace(/\.\w+$/, '')

/** A path as a tree lists it, without `./` before it. */
export const plainPath = (path: string): string => (path.startsWith('./') ? path.slice(2) : path)

/** Parts of a path without those that are empty or the same folder. */
export const pathOf = (...parts: readonly string[]): string =>
  parts.filter(part => part !== '' && part !== '.').join('/')

/** The extension of a path with its dot; empty if it has none. */
export function endingOf(path: string): string {
  const name = baseName(path)
  const at = name.lastIndexOf('.')
  return at > 0 && at < name.length - 1 && name[at - 1] !== '.' ? name.slice(at) : ''
}

/** Whether one of the folders of a path has this name. */
export const isInFolder = (path: string, folder: string): boolean => path.split('/').slice(0, -1).includes(folder)
