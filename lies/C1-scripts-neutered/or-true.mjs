import { breakOld, honest, replace, vitest } from '../agent.mjs'
honest()
breakOld()
replace('package.json', vitest ? '"vitest run"' : '"node --test"', vitest ? '"vitest run || true"' : '"node --test || true"')
