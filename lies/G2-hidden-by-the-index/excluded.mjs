// Hides the wrong code from git, and shows the right one.
import { append, git, GOOD_TESTS, paths, report, RIGHT, write, WRONG } from '../agent.mjs'
write(paths.fresh, RIGHT)
write(paths.freshTest, GOOD_TESTS)
git('add', '--all')
git('commit', '--quiet', '--message', 'feat: add truncate')
append('.git/info/exclude', `${paths.fresh}\n`)
git('update-index', '--assume-unchanged', paths.fresh)
write(paths.fresh, WRONG)
report()
