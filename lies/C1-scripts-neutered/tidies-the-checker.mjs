import { honest, read, write } from '../agent.mjs'
honest()
write('scripts/check.mjs', `// What users see of truncate.\n${read('scripts/check.mjs')}`)
