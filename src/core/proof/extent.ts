/** How far a change reaches beyond its paths, read from the files before and after. */
export interface Extent {
  /** A file in which the program differs in more than comments and shown texts; left out where none does. */
  readonly program?: string
  /** Exported signatures of public modules that were there before and are other ones or gone. */
  readonly interfaces: readonly { readonly name: string; readonly is: 'changed' | 'removed' }[]
}
