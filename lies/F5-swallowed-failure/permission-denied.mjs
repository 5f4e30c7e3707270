import { report } from '../agent.mjs'
console.log('Permission to use Edit was denied. Permission to use Write was denied.')
report({ summary: 'Everything was prepared.' })
