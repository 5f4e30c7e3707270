import { honest, replace } from '../agent.mjs'
honest()
replace('package.json', '"scripts"', '"dependencies": {\n    "lodahs": "4.17.21"\n  },\n  "scripts"')
