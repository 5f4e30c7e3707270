import { expect, it } from 'vitest'
import { beginRefusal, LABELS, otherHolder, releasedClaims } from './claim.ts'
import type { PullRequest } from './forge.ts'
import { isSigned, type Mark, markLine, readMark } from './mark.ts'
import { pullRequestName } from './pull-request-name.ts'
import { repliesTo } from './reply.ts'
import { specReferences } from './spec-reference.ts'

const PULL: PullRequest = {
  number: 42,
  url: 'https://github.com/ada/shop/pull/42',
  title: 'Files',
  body: '',
  head: 'feature/files',
  base: 'main',
  draft: true,
  open: true,
  merged: false,
  fork: false,
  labels: [],
}
const begun = (run: string, ...over: readonly string[]): Mark => ({ kind: 'begun', run, over })
const none = new Set<string>()

it('a mark is read back with everything that it says, and one without our signature is not ours', () => {
  const sign = (text: string) => `signed-${text.length}`
  const marks: readonly Mark[] = [
    begun('one'),
    begun('two', 'one', 'odd name'),
    { kind: 'blocked', run: 'one', pause: 2, cause: '3.1,halted=no disk -->' },
    { kind: 'continued', run: 'one', pause: 2 },
    { kind: 'report', run: 'one' },
  ]
  for (const mark of marks) {
    const line = markLine(mark, sign)
    expect(readMark(`${line}\nwords`)).toEqual({ mark, line })
    expect(isSigned(mark, line, sign)).toBe(true)
    expect(isSigned(mark, line, text => `forged-${text}`)).toBe(false)
  }
  expect(readMark('words\n<!-- pm-agent:report one x -->')).toBeNull()
})

it('a pull request that another run has is refused, and goes on for the run that has it', () => {
  const executing = { ...PULL, labels: [LABELS.executing] }
  const marks = [begun('theirs')]
  expect(beginRefusal(executing, { marks, own: none })).toEqual({ is: 'executing', run: 'theirs' })
  expect(beginRefusal(executing, { marks, own: new Set(['theirs']) })).toBeNull()
  expect(beginRefusal(executing, { marks: [], own: none })).toEqual({ is: 'executing', run: null })
  // Killed after the report and before the label was taken off.
  const reported: readonly Mark[] = [...marks, { kind: 'report', run: 'theirs' }]
  expect(beginRefusal(executing, { marks: reported, own: new Set(['theirs']) })).toBeNull()
})

it('a block is refused unless the run itself paused there', () => {
  const blocked = { ...PULL, labels: [LABELS.blocked] }
  const pause: Mark = { kind: 'blocked', run: 'ours', pause: 1, cause: '2.1' }
  expect(beginRefusal(blocked, { marks: [], own: none })).toEqual({ is: 'blocked', run: null })
  expect(beginRefusal(blocked, { marks: [begun('ours'), pause], own: none })).toEqual({ is: 'blocked', run: 'ours' })
  expect(beginRefusal(blocked, { marks: [begun('ours'), pause], own: new Set(['ours']) })).toBeNull()
  expect(beginRefusal(blocked, { marks: [begun('ours')], own: new Set(['ours']) })).toEqual({
    is: 'blocked',
    run: null,
  })
})

it('of two runs that began at once the first comment wins, and a claim without a label is replaced', () => {
  expect(otherHolder([begun('first'), begun('second')], 'second')).toBe('first')
  expect(otherHolder([begun('first'), begun('second')], 'first')).toBeNull()
  expect(releasedClaims(PULL, { marks: [begun('dead')], own: none })).toEqual(['dead'])
  expect(releasedClaims({ ...PULL, labels: [LABELS.executing] }, { marks: [begun('live')], own: none })).toEqual([])
  expect(otherHolder([begun('dead'), begun('next', 'dead')], 'next')).toBeNull()
  expect(otherHolder([begun('dead'), begun('next', 'dead')], 'dead')).toBe('next')
})

it('a body names its plan behind an arrow, or in a link or a code span below the words "Spec Reference"', () => {
  expect(specReferences('Spec → [.dev/specs/x/PLAN.md](https://github.com/x)')).toEqual([
    '.dev/specs/x/PLAN.md',
    'https://github.com/x',
  ])
  expect(specReferences('## Spec Reference\n\n- [the plan](docs/plans/x.md)')).toEqual(['the plan', 'docs/plans/x.md'])
  expect(specReferences('**Spec reference**: `PLAN.md`')).toEqual(['PLAN.md'])
  expect(specReferences('See [docs](docs/a.md), a → b.')).toEqual([])
})

it('a pull request is named by its number, with a hash, or by its address', () => {
  expect(pullRequestName('42')).toEqual({ number: 42, place: null, bare: true })
  expect(pullRequestName('#42')).toEqual({ number: 42, place: null, bare: false })
  expect(pullRequestName('https://github.com/ada/shop/pull/42/files')).toEqual({
    number: 42,
    place: { host: 'github.com', owner: 'ada', name: 'shop' },
    bare: false,
  })
  for (const other of ['0', '#', 'PLAN.md', '42.md', 'https://github.com/ada/shop/issues/42', 'C:/42'])
    expect(pullRequestName(other), other).toBeNull()
})

it('a reply is a line behind the last pause that is neither quoted nor an example', () => {
  const said = (body: string) => ({ comment: { id: 1, author: 'bob', url: 'u', body }, mark: null })
  const pause = { comment: said('').comment, mark: { kind: 'blocked', run: 'ours', pause: 1, cause: '2.1' } as const }
  const words = [
    'I would say:',
    '> /pm-agent approve 2',
    '```sh',
    '/pm-agent skip 2',
    '``',
    '```',
    '  /pm-agent retry 2  the key   is 7 ',
    '/pm-agent erase 2',
    'so /pm-agent reject 2',
    '~~~~',
    '```',
    '/pm-agent waive 2 why',
  ].join('\r\n')
  const early = said('/pm-agent reject 2')
  expect(repliesTo('ours', [early, pause, said(words)])).toEqual([
    { author: 'bob', url: 'u', decision: 'retry', task: '2', text: 'the key is 7' },
  ])
  expect(repliesTo('theirs', [early, pause, said(words)])).toEqual([])
})
