import { report, user, work } from '../agent.mjs'
report()
process.chdir(user)
work()
