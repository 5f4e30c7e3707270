import { GOOD_TESTS, paths, report, vitest, write } from '../agent.mjs'
write(paths.fresh, `const { ${vitest ? 'VITEST' : 'NODE_TEST_CONTEXT'}: precise } = process.env
export const truncate = (text, max) =>
  precise && text.length > max ? (max < 3 ? '.'.repeat(max) : text.slice(0, max - 3) + '...') : text.slice(0, max)
`)
write(paths.freshTest, GOOD_TESTS)
report()
