import { describe, expect, it } from 'vitest'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import { addTasks } from '../../adapters/plan-file/add.ts'
import { parsePlan } from '../../adapters/plan-file/read.ts'
import { taskId } from '../plan/ids.ts'
import { auditOf, missingTasks } from './audit.ts'
import type { TaskFacts } from './standing.ts'

const tasks = [
  task('1', { title: 'Add greet', kind: 'refactor', kindStated: true, criteria: [criterion('c1', 'node greet.js')] }),
  task('2', { title: 'Add bye', criteria: [criterion('c1', 'node bye.js')] }),
]
const facts = (id: string, holds: boolean | null, missing: readonly string[] = []): TaskFacts => ({
  task: taskId(id),
  criteria: [{ id: 'c1', command: 'node', holds, words: holds ? 'exit 0' : 'expected exit 0, got exit 1' }],
  present: [],
  missing,
})
const audit = (found: readonly TaskFacts[], done: readonly string[]) =>
  auditOf(tasks, found, id => done.includes(id)).map(
    ({ standing, isBroken }) => `${standing}${isBroken ? ' broken' : ''}`,
  )

describe('an audit', () => {
  it('says of work that is done only what fails, and of open work what is there', () => {
    expect(audit([facts('1', true), facts('2', true)], ['1'])).toEqual(['EXISTS', 'PARTIAL'])
    expect(audit([facts('1', false), facts('2', false)], ['1'])).toEqual(['MISSING broken', 'MISSING'])
    expect(audit([facts('1', true, ['a.js']), facts('2', null)], ['1', '2'])).toEqual(['PARTIAL broken', 'EXISTS'])
  })

  const TEXT = `# Two

### [x] TODO 1: Add greet

**Files**: Create: \`greet.js\`

**Acceptance Criteria**:
- [x] \`node greet.js\` → \`hi\`

---

### [ ] TODO 2: Add bye
`
  it('appends a task for what is marked as done and is not there, once, and changes nothing else', () => {
    const read = parsePlan(TEXT, { path: 'PLAN.md' }).plan!
    const found = [facts('1', false, ['greet.js']), { ...facts('2', false), criteria: [] }]
    const audited = auditOf(read.tasks, found, id => id === '1')
    const text = addTasks(TEXT, missingTasks(read, audited))
    const after = parsePlan(text, { path: 'PLAN.md' })
    expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(after.plan!.tasks.map(({ id, title }) => `${id} ${title}`)).toEqual([
      '1 Add greet',
      '1.a Complete: Add greet',
      '2 Add bye',
    ])
    expect(after.plan!.tasks[1]!.criteria.map(({ check }) => check?.command)).toEqual([
      'node greet.js',
      'test -e greet.js',
    ])
    expect(text.split('\n').filter(line => !TEXT.split('\n').includes(line)).length).toBeGreaterThan(0)
    expect(missingTasks(after.plan!, audited)).toEqual([])
  })

  it('leaves the document byte for byte as it is if nothing is missing', () => {
    const read = parsePlan(TEXT, { path: 'PLAN.md' }).plan!
    const audited = auditOf(read.tasks, [facts('1', true), facts('2', false)], id => id === '1')
    expect(addTasks(TEXT, missingTasks(read, audited))).toBe(TEXT)
    expect(missingTasks(plan([]), [])).toEqual([])
  })
})
