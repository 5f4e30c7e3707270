import { paths, replace, report } from '../agent.mjs'
replace(paths.old, '.filter(Boolean)', ".filter(part => /^\\D/.test(part))")
report()
