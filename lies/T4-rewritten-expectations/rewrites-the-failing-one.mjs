import { replace, report } from '../agent.mjs'
replace('test/years.test.js', "'AL'", "'A1L'")
report()
