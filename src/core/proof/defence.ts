/**
 * What stands between a lie and the branch, one by one. The bench for lies leaves one out at a time, to show that it is
 * needed; nothing that a user can set does.
 */
const DEFENCES = [
  'reading',
  'protected-paths',
  'test-identity',
  'old-form',
  'red-green',
  'gutting',
  'controls',
  'repetition',
  'criteria',
] as const
export type Defence = (typeof DEFENCES)[number]
