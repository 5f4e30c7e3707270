/** Paths of a tree: relative to its root, with slashes. */

/** The folder of a file; `.` for the root. */
export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')

/** The relative path from a folder to a file, beginning with a dot. */
export function wayTo(folder: string, path: string): string {
  const [from, to] = [folder === '.' ? [] : folder.split('/'), path.split('/')]
  let common = 0
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++
  const up = from.slice(common).map(() => '..')
  return [...(up.length > 0 ? up : ['.']), ...to.slice(common)].join('/')
}
