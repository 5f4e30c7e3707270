import { honest, paths, write } from '../agent.mjs'
honest()
write(
  'scripts/plugins.mjs',
  `import { readFileSync, writeFileSync } from 'node:fs'
/** A copy in one style. */
const normalise = () => writeFileSync('dist/truncate.js', readFileSync('${paths.fresh}', 'utf8').trim())
export const plugins = [normalise]
`,
)
