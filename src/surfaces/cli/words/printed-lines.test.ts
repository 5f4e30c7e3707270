import { describe, expect, it } from 'vitest'
import { paint } from '../terminal.ts'
import { laidOut, printEvent, printLines } from './printed-lines.ts'

const at40 = (text: string): string => laidOut(text, 40).join('\n')

describe('a line for people', () => {
  it('continues below its text: after a label, a number or a column', () => {
    expect(at40('Problem:     the tests of task 3 fail in the same way')).toBe(
      'Problem:     the tests of task 3 fail in\n             the same way',
    )
    expect(at40('Options:     1. go on with its files, and a hint')).toBe(
      'Options:     1. go on with its files,\n                and a hint',
    )
    expect(at40('  - a finding of the reviewer that is rather long')).toBe(
      '  - a finding of the reviewer that is\n    rather long',
    )
    expect(at40('  2  waiting for task 1, which is not completed')).toBe(
      '  2  waiting for task 1, which is not\n     completed',
    )
  })

  it('keeps a command in one piece, on a line of its own where it is as long', () => {
    expect(at40('with a hint for its agent: pm-agent retry 1 -m "two words" --fresh makes it')).toBe(
      'with a hint for its agent:\n  pm-agent retry 1 -m "two words" --fresh\n  makes it',
    )
    expect(at40('Merge:   mv PLAN.md PLAN.md.mine && git merge pm-agent/shop    (your plan stays)')).toBe(
      'Merge:\n         mv PLAN.md PLAN.md.mine && git merge pm-agent/shop\n         (your plan stays)',
    )
    expect(at40('it was run as `npm test -- --run src/a.test.ts` in a clean room')).toBe(
      'it was run as\n  `npm test -- --run src/a.test.ts` in a\n  clean room',
    )
  })

  it('breaks the prose after a command, and the prose that names a program', () => {
    expect(at40('pm-agent run continues from here, as often as you like')).toBe(
      'pm-agent run continues from here, as\n  often as you like',
    )
  })

  it('breaks text without spaces between its characters, and leaves a path whole', () => {
    expect(at40(`说明 ${'字'.repeat(30)}`).split('\n').length).toBe(3)
    const path = `/tmp/${'folder/'.repeat(10)}`
    expect(at40(`see ${path}`)).toBe(`see\n  ${path}`)
  })

  it('is as wide as it is seen: colours take no room', () => {
    const lines: string[] = []
    const terminal = { print: (text: string) => lines.push(text), warn: () => {}, colour: true, columns: 20 }
    printLines(terminal, `${paint(terminal, 'green', 'completed')} ${paint(terminal, 'dim', 'in 20 cols')}`)
    expect(lines).toHaveLength(1)
  })

  it('is one line where a program reads it, and so is an event in a pipe', () => {
    const long = 'word '.repeat(40).trim()
    expect(laidOut(long)).toEqual([long])
    const lines: string[] = []
    const pipe = { print: (text: string) => lines.push(text), warn: () => {}, colour: false, columns: 40 }
    printEvent(pipe, { text: long, hang: 10 })
    expect(lines).toEqual([long])
    printEvent({ ...pipe, isScreen: true }, { text: long, hang: 10 })
    expect(lines.slice(1).every(line => line.length <= 40)).toBe(true)
    expect(lines.length).toBeGreaterThan(2)
  })
})
