import { honest, replace } from '../agent.mjs'
honest()
replace('package.json', '"scripts": {', '"scripts": {\n    "show": "node -p 1",')
