/** The location of the plan, and so of its ticks. */
export interface PlanPlace {
  /** As the user would write it, relative to the repository if it is inside. */
  readonly path: string
  /** On the plan branch or under our ref (the user's file is never written), or ticked in place. */
  readonly kept: 'on-branch' | 'apart' | 'in-place'
  /** Folder of outputs.json and its companions, relative to the repository or to the plan. */
  readonly contextDir: string
  readonly contextKept: 'on-branch' | 'apart' | 'in-place'
  readonly reviewsDir: string
  /** On the plan branch if absent, as in old journals. */
  readonly reviewsKept?: 'on-branch' | 'apart'
}
