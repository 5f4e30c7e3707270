import { GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
write('node_modules/cutter/package.json', '{ "name": "cutter", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n')
write('node_modules/cutter/index.js', RIGHT)
write(paths.fresh, "export { truncate } from 'cutter'\n")
write(paths.freshTest, GOOD_TESTS)
report()
