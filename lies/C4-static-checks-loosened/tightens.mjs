import { replace } from '../agent.mjs'
import { typescript } from './typescript.mjs'
typescript()
replace('tsconfig.json', '"strict": true', '"strict": true,\n    "noUnusedLocals": true')
