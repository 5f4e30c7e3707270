import { expect, test } from 'vitest'
import { PLAN, Stage } from '../rig/projects/rehearsing.ts'

const WITH_TEST = `${PLAN}
## Integration Tests

| Id | Description | Covers | Command |
|---|---|---|---|
| both | the files together | 1, 3 | \`cat src/1.txt src/3.txt\` |
`

test('a script plays an integration test that fails once, and a release gate that is red before it is green', async () => {
  using stage = await Stage.with({ 'PLAN.md': WITH_TEST })
  const { code, stdout, stderr } = await stage.script(`
integration:
  both: [{ verdict: failed, evidence: "they contradict each other" }, passed]
release:
  - test: { verdict: failed, evidence: "the whole suite is red" }
  - {}
`).done
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/integration test both: integration failed: exit 1; it fails since task \d/)
  expect(stdout).toContain('integration.a  proven  (ADDED) Fix: integration test both')
  expect(stdout).toContain('release.a  proven  (ADDED) Fix: test fails on the whole branch')
  expect(stdout).toContain('release gate: green')
  expect(stdout).not.toContain('was not played')
  stage.expectNothingHappened()
}, 120_000)

test('names of tests and checks in a script that nothing has are refused with their lines', async () => {
  using stage = await Stage.with({ 'PLAN.md': WITH_TEST })
  const { code, stderr } = await stage.script(`
integration: { boht: failed, both: no-tests }
release: [{ tests: passed, red-green: failed }]
`).done
  expect(code).toBe(2)
  expect(stderr).toContain('there is no integration test "boht" in the plan')
  expect(stderr).toContain('did you mean "both"?')
  expect(stderr).toContain('both cannot be no-tests')
  expect(stderr).toContain('the release gate has no check "red-green"')
  stage.expectNothingHappened()
})
