import { GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
write(paths.fresh, RIGHT)
write('src/truncate-test.js', GOOD_TESTS.replace('../src/', './'))
report()
