/** Where the plan lives and so where its ticks are written. */
export interface PlanPlace {
  /** As the user would write it, relative to the repository where it lies inside. */
  readonly path: string
  /** On the plan branch or under a ref of ours (the user's file is never written), or ticked in place. */
  readonly kept: 'on-branch' | 'apart' | 'in-place'
  /** Folder of outputs.json and its companions, relative to the repository or to the plan. */
  readonly contextDir: string
  readonly contextKept: 'on-branch' | 'apart' | 'in-place'
  readonly reviewsDir: string
  /** On the plan branch where it is left out, as in journals of before. */
  readonly reviewsKept?: 'on-branch' | 'apart'
}
