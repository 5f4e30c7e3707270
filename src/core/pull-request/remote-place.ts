/** A repository on a forge. */
export interface RemotePlace {
  readonly host: string
  readonly owner: string
  readonly name: string
}

/** The repository that a remote's URL names, in the forms that git accepts; null for a path on this machine. */
export function remotePlace(url: string): RemotePlace | null {
  const web = /^https?:\/\/(?:[^@/]*@)?([^/]+)\/(.+)$/.exec(url)
  // The port of another protocol is not the one of the pages.
  const other =
    /^(?:ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(url) ?? /^(?:[^@/]+@)?([^/:]+):(?!\/)(.+)$/.exec(url)
  const [, host, path] = web ?? other ?? []
  const [owner, name, ...rest] = (path ?? '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
  if (!host || !owner || !name || rest.length > 0) return null
  return { host: OTHER_NAMES.get(host) ?? host, owner, name }
}

/** GitHub by SSH through the port of HTTPS. */
const OTHER_NAMES = new Map([['ssh.github.com', 'github.com']])
