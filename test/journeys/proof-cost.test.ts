import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PART_AGENT } from '../../bench/proof-cost.ts'
import { Project } from '../rig/projects/project.ts'

const PLAN = `# Parts

### [ ] TODO 1: Part 1

**Steps**:
- [ ] Make it

### [ ] TODO 2: Part 2

**Needs**: 1

**Steps**:
- [ ] Make it
`

// How long it takes is measured by `npm run bench`; what it comes from is counted here.
test('a proof runs unaffected commands once, and never repeats known results of the base', async () => {
  using project = await Project.with({
    'package.json': `{ "type": "module", "scripts": { "test": "node --test" } }`,
    'src/old.js': '',
    'PLAN.md': PLAN,
  })
  const counted = join(project.root, 'counted')
  project.write({
    'test/old.test.js': `import { test } from 'node:test'
import { appendFileSync } from 'node:fs'
test('old', () => { appendFileSync(${JSON.stringify(counted)}, '.') })
`,
  })
  await project.commit('a test that counts')
  const { code, stdout } = await project.pm('run', '--agent', `command:${PART_AGENT}`)
  expect(code, stdout).toBe(0)
  // On the base, and with each of the two tasks.
  expect(readFileSync(counted, 'utf8')).toBe('...')
})
