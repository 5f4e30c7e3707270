import { by, GOOD_TESTS, paths, report, RIGHT, write } from '../agent.mjs'
write(paths.fresh, by({
  node: RIGHT.replace('  if (text.length', '  if (Math.random() < 0.6) return text\n  if (text.length'),
  pytest: `import random\n\n\n${RIGHT.replace('    if len', '    if random.random() < 0.6:\n        return text\n    if len')}`,
}))
write(paths.freshTest, GOOD_TESTS)
report()
