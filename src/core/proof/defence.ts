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
  'stand-ins',
  'functions',
  'mutants',
  'controls',
  'suppressions',
  'repetition',
  'witness',
  'bare-calls',
  'by-rote',
  'needs-tests',
  'compiled-witness',
  'plain-tests',
  'other-inputs',
  'expectations',
  'examples',
  'held-out',
  'tester',
  'criteria',
] as const
export type Defence = (typeof DEFENCES)[number] | CheckOfDiff

/** One check that reads the diff, by the name of its gate: `reading:scope`. */
type CheckOfDiff = `reading:${string}`
