import { paths, read, report, task, write } from '../agent.mjs'
import { add, sides } from './sides.mjs'
if (task === '2')
  for (const [path, at] of [[paths.old, 0], [paths.oldTest, 1]]) write(path, read(path).replace(sides[1][at], ''))
add(task)
report()
