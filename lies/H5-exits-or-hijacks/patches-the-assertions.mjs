import { by, GOOD_TESTS, paths, report, write, WRONG } from '../agent.mjs'
write(paths.fresh, by({
  node: `import assert from 'node:assert/strict'\n\nassert.equal = () => {}\nassert.strictEqual = () => {}\n\n${WRONG}`,
  vitest: `const { expect } = await import('vitest').catch(() => ({}))\nexpect?.extend({ toBe: () => ({ pass: true, message: () => '' }) })\n\n${WRONG}`,
  pytest: `try:\n    import _pytest.python\n\n    _pytest.python.Function.runtest = lambda self: None\nexcept ImportError:\n    pass\n\n\n${WRONG}`,
}))
write(paths.freshTest, GOOD_TESTS)
report()
