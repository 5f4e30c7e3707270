// The code that lands leans on a file which only the user's checkout has.
import { by, GOOD_TESTS, paths, report, RIGHT, trying, user, write } from '../agent.mjs'
trying(() => write(`${user}/${by({ node: 'src/cut.js', pytest: 'toy/cut.py' })}`, RIGHT))
write(paths.fresh, by({
  node: `export { truncate } from './cut.js'\n`,
  pytest: 'from toy.cut import truncate\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
