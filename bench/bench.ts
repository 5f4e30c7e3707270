/** `npm run bench`: our performance goals, each measured against a reference in the same minute. */

import { decisionCost } from './decision.ts'
import type { Figure } from './figure.ts'
import { gapCost } from './gap.ts'
import { hierarchyCost } from './hierarchy.ts'
import { journalCost } from './journal.ts'
import { makespanCost } from './makespan.ts'
import { overheadCost } from './overhead.ts'
import { openingCost } from './plan-size.ts'
import { proofCost } from './proof-cost.ts'
import { realProjectCost } from './real-projects.ts'
import { statusCost } from './status.ts'

const COSTS: readonly (() => Promise<readonly Figure[]>)[] = [
  openingCost,
  statusCost,
  () => hierarchyCost({ rounds: 7 }),
  journalCost,
  makespanCost,
  gapCost,
  overheadCost,
  decisionCost,
  proofCost,
  realProjectCost,
]
const NAME_WIDTH = 72

// Printed one by one: all of them take ten minutes.
for (const cost of COSTS)
  for (const { name, measured, goal, holds } of await cost()) {
    console.log(`${holds ? 'ok  ' : 'MISS'}  ${name.padEnd(NAME_WIDTH)}  ${measured.padEnd(42)}  ${goal}`)
    if (!holds) process.exitCode = 1
  }
