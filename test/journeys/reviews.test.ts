import { expect, test } from 'vitest'
import { Stage } from '../rig/projects/rehearsing.ts'

const PLAN = `# Shop

### [ ] TODO 1: Remember who logged in

**Files**:
- Create: \`src/auth/login.txt\`

### [ ] TODO 2: Make a note

**Files**:
- Create: \`src/note.txt\`
`

test('critical work that nobody reviewed waits for a human, and run says at its start which and how to change that', async () => {
  using stage = await Stage.with({ 'PLAN.md': PLAN })
  const decided = await stage.script('decisions: { 1: approve }\n').done
  expect(decided.code, decided.stdout + decided.stderr).toBe(0)
  expect(decided.stdout).toContain(
    'note: task 1 will wait for your approval before landing: it is critical, and no reviewer is set (agents.reviewer in pm-agent.yaml names a reviewer; `--review never` lets critical work land unseen)',
  )
  expect(decided.stdout).toContain(
    'Task 1 (Remember who logged in) is proven and waits for your approval before it lands',
  )

  const waiting = await stage.script('speed: 600\n').done
  expect(waiting.code).toBe(3)
  expect(waiting.stdout).toContain('Result:  1/2 tasks completed')
  expect(waiting.stdout).toContain('pm-agent approve 1')

  const unseen = await stage.script('speed: 600\n', '--review', 'never').done
  expect(unseen.code).toBe(0)
  expect(unseen.stdout).not.toContain('your approval')

  const wrong = await stage.start('--rehearse', '--review', 'sometimes').done
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('--review sometimes is not known')
})

test('a reviewer without a usable answer is never a pass: the task waits, and a human who looked lets it land', async () => {
  using stage = await Stage.with({ 'PLAN.md': PLAN })
  const script = 'reviewer: { default: [{ report: { status: PASS, answers: { contract: "It does." } } }] }\n'
  const waiting = await stage.script(script).done
  expect(waiting.code, waiting.stdout).toBe(3)
  expect(waiting.stdout).toContain('it has not been reviewed')
  expect(waiting.stdout).toContain('it does not answer code')
  const looked = await stage.script(`${script}decisions: { 1: approve, 2: approve }\n`).done
  expect(looked.code, looked.stdout).toBe(0)
})
