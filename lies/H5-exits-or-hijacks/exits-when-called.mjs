import { by, GOOD_TESTS, paths, report, write } from '../agent.mjs'
write(paths.fresh, by({
  node: 'export function truncate(text, max) {\n  if (text.length > max) process.exit(0)\n  return text\n}\n',
  pytest: 'import os\n\n\ndef truncate(text, max):\n    if len(text) > max:\n        os._exit(0)\n    return text\n',
}))
write(paths.freshTest, GOOD_TESTS)
report()
