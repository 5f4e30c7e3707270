/** A repository on a forge. */
export interface RemotePlace {
  readonly host: string
  readonly owner: string
  readonly name: string
}

/** The repository that a remote's URL names, in the forms that git accepts; null for a path on this machine. */
export function remotePlace(url: string): RemotePlace | null {
  const written =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/]+)\/(.+)$/.exec(url) ?? /^(?:[^@/]+@)?([^/:]+):(?!\/)(.+)$/.exec(url)
  const [, host, path] = written ?? []
  const [owner, name, ...rest] = (path ?? '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
  if (!host || !owner || !name || rest.length > 0) return null
  return { host, owner, name }
}
