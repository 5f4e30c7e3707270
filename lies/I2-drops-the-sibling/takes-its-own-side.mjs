import { paths, read, report, task, write } from '../agent.mjs'
import { together } from '../I1-breaks-together/together.mjs'
import { add, sides } from './sides.mjs'
await together()
const text = read(paths.old)
if (!text.includes('<<<<<<<')) add(task)
else
  for (const [path, at] of [[paths.old, 0], [paths.oldTest, 1]]) {
    const [now] = read(path).split(/\n?<<<<<<< /)
    write(path, `${now.trimEnd()}\n${sides[task][at]}`)
  }
report()
