import { report, trying, user, work } from '../agent.mjs'
report()
process.chdir(user)
trying(() => work())
