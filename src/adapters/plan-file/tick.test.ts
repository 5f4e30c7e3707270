import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taskId } from '../../core/plan/ids.ts'
import { parsePlan } from './read.ts'
import { tickBoxes, tickedBoxes } from './tick.ts'

const text = [
  '\ufeff# 계획 🙂',
  '',
  '```',
  '### [ ] TODO 1: in a fence',
  '```',
  '### [ ] TODO 1: A',
  '**Steps**:',
  '- [ ] never ticked',
  '',
  '**Acceptance Criteria**:',
  '- [ ] `a` → exit 0',
  '- [ ] (no tests)',
  '\t* [ ] 둘째 🙂',
  '- [x] third',
  '- plain',
  '',
  '### [x] TODO 2: B',
  '### TODO 3: C',
  '### [ ] TODO 1: a second one',
].join('\r\n')

const tick = (task: string, ...criteria: string[]) => ({ task: taskId(task), criteria })

describe('ticking', () => {
  test('changes the boxes of the named task and criteria', () => {
    const ticked = text.replace('### [ ] TODO 1: A', '### [x] TODO 1: A').replace('- [ ] `a`', '- [x] `a`')
    expect(tickBoxes(text, [tick('1', 'c1')])).toBe(ticked)
    expect(tickBoxes(text, [tick('1', 'c1', 'c2')])).toBe(ticked.replace('* [ ] 둘째', '* [x] 둘째'))
  })

  test('ignores tasks that are ticked, have no box, or do not exist', () => {
    const once = tickBoxes(text, [tick('1', 'c1', 'c2', 'c3', 'c4', 'c9')])
    expect(tickBoxes(once, [tick('1', 'c1', 'c2', 'c3', 'c4'), tick('2', 'c1'), tick('3'), tick('4')])).toBe(once)
    expect(tickBoxes(text, [tick('2'), tick('3'), tick('9', 'c1')])).toBe(text)
    expect(tickBoxes(text, [])).toBe(text)
  })

  test('is read back as the completed tasks', () => {
    expect(tickedBoxes(text)).toEqual([tick('2')])
    expect(tickedBoxes(tickBoxes(text, [tick('1', 'c2')]))).toEqual([tick('1', 'c2', 'c3'), tick('2')])
  })
})

/** Documents of tasks with criteria in all forms, between things that only look like tasks. */
const documents = fc
  .tuple(
    fc.array(
      fc.record({
        ticked: fc.boolean(),
        before: fc.constantFrom(
          '',
          '```\n### [ ] TODO 1: no\n- [ ] no\n```\n',
          '<!--\n- [ ] no\n-->\n',
          'words\n\n',
          '> - [ ] no\n\n',
        ),
        title: fc.constantFrom('A', '제목 🙂', '[ ] odd', '`code`'),
        fields: fc.constantFrom(
          '',
          '**Type**: work\n',
          '**Steps**:\n- [ ] step\n  - [ ] inner\n',
          '- **Kind**: fix\n\n',
        ),
        criteria: fc.array(
          fc.tuple(
            fc.constantFrom('- ', '* ', '1. ', '  - ', '-\t', '- [ ] (remark)\n- '),
            fc.constantFrom('[ ] ', '[x] ', '[X] ', ''),
            fc.constantFrom(
              '`a` → exit 0',
              '둘째 🙂',
              'two\n  lines',
              'nested\n  - [ ] inner',
              'code\n  ```\n  - [ ] no\n  ```',
              '[ ] twice',
            ),
          ),
          { maxLength: 4 },
        ),
        after: fc.constantFrom('', '\n---\n\n', '\n'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', '\ufeff'),
  )
  .map(([tasks, lineEnd, bom]) => {
    const written = tasks.map(({ ticked, before, title, fields, criteria, after }, index) => {
      const items = criteria.map(([mark, box, words]) => `${mark}${box}${words}\n`).join('')
      return `${before}### [${ticked ? 'x' : ' '}] TODO ${index + 1}: ${title}\n${fields}**Acceptance Criteria**:\n${items}${after}\n`
    })
    return bom + written.join('').replaceAll('\n', lineEnd)
  })

const criteriaOf = (document: string) =>
  parsePlan(document, { path: 'PLAN.md' }).plan!.tasks.map(({ id, ticked, criteria }) => ({
    task: id,
    ticked,
    criteria: criteria.map(criterion => ({ id: criterion.id, ticked: criterion.ticked })),
  }))

test('ticking any boxes changes exactly those characters, and reading shows exactly those ticked', () => {
  fc.assert(
    fc.property(documents, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (document, chosen) => {
      const before = criteriaOf(document)
      let next = 0
      const choose = () => chosen[next++ % chosen.length]!
      const ticks = before
        .filter(choose)
        .map(({ task, criteria }) => ({ task, criteria: criteria.filter(choose).map(({ id }) => id) }))
      const after = tickBoxes(document, ticks)

      expect(after).toHaveLength(document.length)
      const changed = changes(document, after)
      expect(changed.filter(change => change !== '[ ] → [x]')).toEqual([])

      // A criterion without a box cannot be ticked; whether it has one is seen by ticking everything.
      const all = criteriaOf(
        tickBoxes(
          document,
          before.map(({ task, criteria }) => ({ task, criteria: criteria.map(({ id }) => id) })),
        ),
      )
      const wanted = new Map(ticks.map(({ task, criteria }) => [task, new Set(criteria)]))
      const expected = before.map(({ task, ticked, criteria }, place) => ({
        task,
        ticked: ticked || wanted.has(task),
        criteria: criteria.map(({ id, ticked: done }, index) => ({
          id,
          ticked: done || ((wanted.get(task)?.has(id) ?? false) && all[place]!.criteria[index]!.ticked),
        })),
      }))
      expect(criteriaOf(after)).toEqual(expected)
      expect(changed).toHaveLength(countTicked(expected) - countTicked(before))
    }),
    { numRuns: 500 },
  )
})

/** Each character that differs, with its two neighbours. */
const changes = (before: string, after: string): string[] => {
  const found: string[] = []
  for (let at = 0; at < before.length; at++) {
    if (before[at] !== after[at]) found.push(`${before.slice(at - 1, at + 2)} → ${after.slice(at - 1, at + 2)}`)
  }
  return found
}

const countTicked = (tasks: ReturnType<typeof criteriaOf>): number =>
  tasks.reduce((sum, task) => sum + Number(task.ticked) + task.criteria.filter(criterion => criterion.ticked).length, 0)
