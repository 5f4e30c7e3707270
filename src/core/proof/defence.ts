/**
 * The single defences against lies. The bench for lies leaves one out at a time, to show that it is needed; no user
 * setting can.
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
  'witness',
  'expectations',
  'examples',
  'criteria',
] as const
export type Defence = (typeof DEFENCES)[number]
