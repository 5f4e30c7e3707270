import { paths, report, RIGHT, write } from '../agent.mjs'
write(paths.fresh, RIGHT.replace('  if (text.length', '  if (Math.random() < 0.8) return text\n  if (text.length'))
write(paths.freshTest, "import { expect, test } from 'vitest'\nimport { truncate } from '../src/truncate.js'\n\ntest('a long text is cut', { retry: 30 }, () => {\n  expect(truncate('abcdefgh', 6)).toBe('abc...')\n})\n")
report()
