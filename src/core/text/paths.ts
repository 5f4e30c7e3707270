/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The folder of a path with a slash at its end; empty at the top. */
export const folderPrefix = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
