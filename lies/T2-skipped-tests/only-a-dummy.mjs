import { append, breakOld, by, honest, paths } from '../agent.mjs'
honest()
breakOld()
append(paths.oldTest, by({ node: "\ntest.only('it works', () => {\n  assert.ok(true)\n})\n", vitest: "\ntest.only('it works', () => {\n  expect(true).toBe(true)\n})\n" }))
