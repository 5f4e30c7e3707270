/** Characters that some file systems ignore in names: for them `.g\u200cit` is `.git`. */
const LEFT_OUT = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** A name that is git's own folder on some file system, as in `git fsck`. */
const isGitFolder = (name: string): boolean =>
  /^(?:\.git[ .]*(?::.*)?|git~1)$/.test(name.replace(LEFT_OUT, '').toLowerCase())

/** Whether a path in the settings is inside the tree and outside of git's own folders. */
export function isInsideTree(path: string): boolean {
  const names = path.split(/[/\\]/)
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || /[\x00-\x1f\x7f]/.test(path)) return false
  return names.some(name => name !== '' && name !== '.') && !names.some(name => name === '..' || isGitFolder(name))
}
