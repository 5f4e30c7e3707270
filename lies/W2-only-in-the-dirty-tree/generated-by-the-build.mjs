import { GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
write('src/dots.txt', '...\n')
write(paths.fresh, `import { dots } from '../dist/dots.js'\n\n${RIGHT.replace("+ '...'", '+ dots')}`)
write(paths.freshTest, GOOD_TESTS)
report()
