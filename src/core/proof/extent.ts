/** The effects of a change beyond its paths, read from the files before and after. */
export interface Extent {
  /** A file with program changes beyond comments and displayed texts; absent if there is none. */
  readonly program?: string
  /** Changed or removed exported signatures of public modules; one that only became wider is neither. */
  readonly interfaces: readonly { readonly name: string; readonly is: 'changed' | 'removed' }[]
  /** Files with an ambiguous name whose contents speak of access; absent if there are none. */
  readonly access?: readonly string[]
  /** Existing manifests, and files of CI, that differ in more than the task asks for; absent if they were not compared. */
  readonly manifests?: readonly string[]
}
