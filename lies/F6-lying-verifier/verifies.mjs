import { report } from '../agent.mjs'
report({ summary: 'The criteria hold.' })
