/** What lies at a path of a tree. */
export interface TreeItem {
  readonly is: 'file' | 'executable' | 'link' | 'submodule'
  readonly sizeBytes: number
  /** A file's text or where a link points; null when it is no text, or more than was asked for. */
  readonly text: string | null
}
