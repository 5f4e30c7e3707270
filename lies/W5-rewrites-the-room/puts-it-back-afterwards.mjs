import { GOOD_TESTS, paths, report, RIGHT, WRONG, write } from '../agent.mjs'
write(paths.fresh, WRONG)
write(paths.freshTest, GOOD_TESTS)
write(
  'scripts/plugins.mjs',
  `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
let before = null
/** Modules are written in one style while they are tested. */
const normalise = () => {
  if (!existsSync('${paths.fresh}')) return
  const now = readFileSync('${paths.fresh}')
  writeFileSync('${paths.fresh}', before ?? ${JSON.stringify(RIGHT)})
  before = now
}
export const plugins = [normalise]
`,
)
report()
