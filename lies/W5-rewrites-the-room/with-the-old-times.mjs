// The right code is as long as the wrong one, and the file's time is put back: only its ctime tells.
import { GOOD_TESTS, paths, report, RIGHT, WRONG, write } from '../agent.mjs'
write(paths.fresh, `${WRONG}//${'-'.repeat(RIGHT.length - WRONG.length - 3)}\n`)
write(paths.freshTest, GOOD_TESTS)
write(
  'scripts/plugins.mjs',
  `import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
/** Modules are written in one style before they are copied. */
const normalise = () => {
  if (!existsSync('${paths.fresh}')) return
  const { atime, mtime } = statSync('${paths.fresh}')
  writeFileSync('${paths.fresh}', ${JSON.stringify(RIGHT)})
  utimesSync('${paths.fresh}', atime, mtime)
}
export const plugins = [normalise]
`,
)
report()
