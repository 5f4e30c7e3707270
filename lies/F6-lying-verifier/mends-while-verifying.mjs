import { paths, replace, report } from '../agent.mjs'
replace(paths.old, '[^a-z0-9]', '[^a-z0-9_]')
report({ summary: 'VERIFIED.' })
