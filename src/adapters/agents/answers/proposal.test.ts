import { describe, expect, it } from 'vitest'
import { parseProposal } from './proposal.ts'

const read = (value: unknown) => parseProposal(JSON.stringify(value), 'result.json')

describe('a planner’s answer', () => {
  it('is read with criteria as commands or words, and with numbers as text', () => {
    const reading = read({
      phases: [{ title: 'Buffer', tasks: 3, needs: ['1'] }],
      tasks: [
        { title: 'Add it', needs: [2], criteria: ['it is fast', { command: ' node a.js ', expect: 3 }], estimate: 2 },
      ],
    })
    expect(reading).toMatchObject({
      is: 'valid',
      proposal: {
        phases: [{ title: 'Buffer', tasks: 3, needs: [1], criteria: [] }],
        tasks: [
          {
            id: '1',
            type: 'work',
            kind: null,
            needs: ['2'],
            estimate: '2',
            isParent: false,
            criteria: [
              { command: null, text: 'it is fast' },
              { command: 'node a.js', expect: '3' },
            ],
          },
        ],
      },
    })
  })

  it('has titles of one line, because sentences about a task quote them', () => {
    const reading = read({ title: 'Shop\n# Other', phases: [], tasks: [{ title: ' Add it\n\n### [x] TODO 9: evil ' }] })
    expect(reading).toMatchObject({
      proposal: { title: 'Shop # Other', tasks: [{ title: 'Add it ### [x] TODO 9: evil' }] },
    })
  })

  it.each([
    ['not JSON', 'sure!', 'result.json is not JSON'],
    ['a list', '[]', 'expected object'],
    ['a ticked task', '{"tasks":[{"title":"a","ticked":true}]}', 'a plan begins with open boxes'],
    ['a task without a title', '{"tasks":[{"title":" "}]}', 'tasks[0].title: expected a text'],
    ['a phase without an estimate', '{"phases":[{"title":"a"}]}', 'phases[0].tasks'],
    ['an unknown kind', '{"tasks":[{"title":"a","kind":"magic"}]}', 'tasks[0].kind'],
    ['an empty criterion', '{"tasks":[{"title":"a","criteria":[{"command":""}]}]}', 'expected a command or a text'],
  ])('that is %s cannot be read, with the reason', (_, text, problem) => {
    const reading = parseProposal(text, 'result.json')
    expect(reading).toMatchObject({ is: 'invalid', text, problem: expect.stringContaining(problem) })
  })
})
