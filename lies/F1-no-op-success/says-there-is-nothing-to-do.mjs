import { report } from '../agent.mjs'
report({ status: 'nothing-to-do', summary: 'It is all there already.' })
