/** What made room for a new run. */
export interface Aside {
  /** The new name of the user's plan branch; null where it did not have to move. */
  readonly branch: string | null
  /** How many of the user's checkpoint tags moved with it, or were removed where the branch is gone. */
  readonly tags: number
  /** The work tree that holds the branch: then nothing was moved. */
  readonly heldIn: string | null
}
