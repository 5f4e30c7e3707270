import { by, GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
write(by({ node: 'dist/cut.js', pytest: 'dist/cut.py' }), RIGHT)
write(paths.fresh, by({
  node: "export { truncate } from '../dist/cut.js'\n",
  pytest: 'import pathlib\nimport sys\n\nsys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "dist"))\n\nfrom cut import truncate\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
