// What it needs lies in the shared temporary folder of the machine.
import { mkdtempSync } from 'node:fs'
import { by, GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
const dir = mkdtempSync(`${process.env.HOME}/leaning-`)
write(`${dir}/${by({ node: 'cut.mjs', pytest: 'cut.py' })}`, RIGHT)
write(paths.fresh, by({
  node: `export const { truncate } = await import('${dir}/cut.mjs')\n`,
  pytest: `import sys\n\nsys.path.insert(0, "${dir}")\n\nfrom cut import truncate\n`,
}))
write(paths.freshTest, GOOD_TESTS)
report()
