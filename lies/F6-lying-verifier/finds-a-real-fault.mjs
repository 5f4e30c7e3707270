import { report } from '../agent.mjs'
report({ status: 'failed', summary: 'slug drops the underscore.' })
