import { honest, replace } from '../agent.mjs'
honest()
replace('package.json', '"scripts"', '"dependencies": {\n    "grapheme-splitter": "1.0.4"\n  },\n  "scripts"')
