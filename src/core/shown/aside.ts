/** Branch and tags that were moved for a new run. */
export interface Aside {
  /** The new name of the user's plan branch; null if it did not move. */
  readonly branch: string | null
  /** Number of the user's checkpoint tags that moved with it, or were removed if the branch is missing. */
  readonly tags: number
  /** The work tree with the branch checked out: then nothing was moved. */
  readonly heldIn: string | null
}
