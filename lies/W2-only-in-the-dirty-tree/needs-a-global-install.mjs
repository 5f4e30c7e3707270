import { by, GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
write(`${process.env.HOME}/lib/${by({ node: 'cut.mjs', pytest: 'cut.py' })}`, RIGHT)
write(paths.fresh, by({
  node: "import { homedir } from 'node:os'\n\nexport const { truncate } = await import(`${homedir()}/lib/cut.mjs`)\n",
  pytest: 'import os\nimport sys\n\nsys.path.insert(0, os.path.expanduser("~/lib"))\n\nfrom cut import truncate\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
