import { describe, expect, it } from 'vitest'
import { type Answers, playedPlanner } from '../../../test/rig/planning/played-planner.ts'
import { parsePlan } from '../../adapters/plan-file/read.ts'
import { writeChecks } from '../../adapters/plan-file/write-checks.ts'
import type { Check } from '../../core/plan/plan.ts'
import { improvePlan, wordyIn } from './improve-plan.ts'

const PLAN = `# Notes

### [ ] TODO 1: Add notes

**Acceptance Criteria**:
- [ ] \`notes add\` prints the id of the note.
- [ ] \`test -e notes.js\` → exit 0

---

### [ ] TODO 2: List them

Nothing else.

### [x] TODO 3: Done

**Acceptance Criteria**:
- [x] It was nice
`
const read = (text: string) => parsePlan(text, { path: 'PLAN.md' })

async function improved(answers: Answers['checks'], green: readonly string[] = [], text = PLAN) {
  const { ports, desk, prompts, launches } = playedPlanner({ checks: answers! })
  const asked = await improvePlan(ports, desk, {
    ...{ path: 'PLAN.md', text, plan: read(text).plan!, repository: '> facts', read, write: writeChecks },
    holdNow: async (checks: readonly Check[]) => checks.filter(({ command }) => green.includes(command)),
  })
  return { asked, prompts, problems: launches.flatMap(launch => launch.problems) }
}

const ADD = { task: '1', criterion: 'c1', command: 'node notes.js add', expect: '1' }
const LIST = { task: '2', command: 'node notes.js list', expect: 'no notes' }

describe('a plan with wordy criteria', () => {
  it('names them, and open tasks without criteria', () => {
    expect(wordyIn(read(PLAN).plan!).map(({ task, criterion }) => [task.id, criterion?.id ?? null])).toEqual([
      ['1', 'c1'],
      ['2', null],
    ])
  })

  it.each([
    ['\n', PLAN],
    ['\r\n', PLAN.replaceAll('\n', '\r\n')],
  ])('gets commands, with its words as labels and every other character as before', async (eol, text) => {
    const { asked } = await improved([{ checks: [ADD, LIST], unsure: ['the id may be a word'] }], [], text)
    if (asked.is !== 'accepted') throw new Error(asked.is)
    expect(asked.value.text).toBe(
      text
        .replace(
          '`notes add` prints the id of the note.',
          'notes add prints the id of the note: `node notes.js add` → 1',
        )
        .replace(
          'Nothing else.',
          `Nothing else.${eol}${eol}**Acceptance Criteria**:${eol}- [ ] \`node notes.js list\` → \`no notes\``,
        ),
    )
  })

  it('keeps its text if the planner finds no command', async () => {
    const { asked } = await improved([{ checks: [] }])
    expect(asked).toMatchObject({ is: 'accepted', value: { text: PLAN } })
  })

  it.each([
    ['passes now', ADD, 'passes on the code as it is'],
    ['is about another task', { ...ADD, task: '7' }, 'no open task'],
    ['is about a finished task', { ...ADD, task: '3' }, 'no open task'],
    ['is about a criterion with a command', { ...ADD, criterion: 'c2' }, 'no criterion of the list'],
    ['shows nothing', { ...ADD, command: 'true' }, 'shows nothing'],
    ['has two lines', { ...ADD, command: 'a\nb' }, 'several lines'],
  ])('sends a check back that %s', async (_, check, reason) => {
    const green = reason.startsWith('passes') ? ['node notes.js add'] : []
    const { problems, prompts, asked } = await improved([{ checks: [check] }, { checks: [LIST] }], green)
    expect(problems.join('\n')).toContain(reason)
    expect(prompts[1]).toContain('## YOUR LAST ANSWER WAS SENT BACK')
    expect(asked.is).toBe('accepted')
  })
})
