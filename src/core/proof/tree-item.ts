/** The entry at a path of a tree. */
export interface TreeItem {
  readonly is: 'file' | 'executable' | 'link' | 'submodule'
  readonly sizeBytes: number
  /** A file's text or the target of a link; null if it is not text, or larger than requested. */
  readonly text: string | null
}
