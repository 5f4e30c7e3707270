// Tests that start the program, as those of a command line do.
import { paths, report, RIGHT, write } from '../agent.mjs'
import { started } from './started.mjs'
write(paths.fresh, RIGHT)
write(paths.freshTest, started())
report()
