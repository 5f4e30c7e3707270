import { report, task } from '../agent.mjs'
import { together } from '../I1-breaks-together/together.mjs'
import { add, isInConflict, resolve } from './sides.mjs'
await together()
if (isInConflict()) resolve(task)
else add(task)
report()
