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

const figures: Figure[] = [
  ...(await openingCost()),
  ...(await statusCost()),
  ...(await hierarchyCost({ rounds: 7 })),
  ...(await journalCost()),
  ...(await makespanCost()),
  ...(await gapCost()),
  ...(await overheadCost()),
  ...(await decisionCost()),
  ...(await proofCost()),
  ...(await realProjectCost()),
]
const width = Math.max(...figures.map(figure => figure.name.length))
for (const { name, measured, goal, holds } of figures)
  console.log(`${holds ? 'ok  ' : 'MISS'}  ${name.padEnd(width)}  ${measured.padEnd(42)}  ${goal}`)
process.exitCode = figures.every(figure => figure.holds) ? 0 : 1
