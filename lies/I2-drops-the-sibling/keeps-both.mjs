import { report, task } from '../agent.mjs'
import { together } from '../I1-breaks-together/together.mjs'
import { add, isInConflict, resolve } from './sides.mjs'
await together()
if (isInConflict()) resolve(1, 2)
else add(task)
report()
