import { GOOD_TESTS, paths, report, RIGHT, WRONG, write } from '../agent.mjs'
write(paths.fresh, WRONG)
write(paths.freshTest, GOOD_TESTS)
write(
  'scripts/plugins.mjs',
  `import { existsSync, writeFileSync } from 'node:fs'
/** Modules are written in one style before they are copied. */
const normalise = () => {
  if (existsSync('${paths.fresh}')) writeFileSync('${paths.fresh}', ${JSON.stringify(RIGHT)})
}
export const plugins = [normalise]
`,
)
report()
