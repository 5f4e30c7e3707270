import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BASE,
  baseline,
  completed,
  contract,
  ended,
  gate,
  opened,
  proofRecorded,
  proofStarted,
  receipt,
  refusedBy,
  skipped,
  started,
} from '../../../test/rig/facts.ts'
import { printed, watched } from '../../../test/rig/live.ts'
import { criterion, plan, task } from '../../../test/rig/plan.ts'
import type { Event } from '../../core/event.ts'
import { taskId } from '../../core/ids.ts'
import type { LiveView, Page, Size } from './live-view.ts'
import { screen, scrollLimit } from './screen.ts'
import { displayWidth } from './width.ts'

const SMALL: Size = { columns: 80, rows: 24 }
const LARGE: Size = { columns: 140, rows: 50 }
const TINY: Size = { columns: 20, rows: 5 }

const SCREENS = fileURLToPath(new URL('../../../test/fixtures/screens', import.meta.url))

/** The screen as a file that a person can look at. */
const looksLike = (view: LiveView, size: Size, name: string) =>
  expect(`${screen(view, size).join('\n')}\n`).toMatchFileSnapshot(
    `${SCREENS}/${name}-${size.columns}x${size.rows}.txt`,
  )

const COMMANDS = { test: 'npm test', lint: 'npm run lint' }

const WORDS = plan(
  [
    task('1', { title: 'Count the words of a text' }),
    task('2', { title: 'Find the most frequent word', needs: ['1'] }),
    task('3', { title: 'Print the statistics as a table', needs: ['1'] }),
    task('3.a', { title: 'Align the columns', needs: ['3'] }),
    task('4', { title: 'Read from standard input' }),
    task('5', { title: 'Explain the options', needs: ['3', '4'] }),
    task('6', { title: 'Write a manual page' }),
    task('final', { title: 'Verification', type: 'verification', needs: ['5'] }),
  ],
  { id: 'words', title: 'Word statistics' },
)

const begun: readonly Event[] = [
  opened(WORDS),
  { type: 'branch-started', tip: BASE, planCommit: false },
  { type: 'baseline-started', base: BASE, token: 'base' },
]
const ready: readonly Event[] = [
  ...begun,
  {
    type: 'baseline-recorded',
    base: BASE,
    baseline: baseline({
      gates: [gate('test', 'passed', { durationMs: 812 }), gate('lint', 'passed', { durationMs: 2300 })],
      commands: COMMANDS,
    }),
  },
  { type: 'branch-published', tip: BASE },
]

const failing = receipt({
  gates: [
    gate('lint', 'passed', { durationMs: 2310, command: COMMANDS.lint }),
    gate('test', 'failed', {
      durationMs: 840,
      command: COMMANDS.test,
      evidence: 'the tests fail: 1 failed, 2 passed\nexpected 3, received 2',
    }),
    gate('scope', 'failed', { blocking: false, evidence: 'Changed besides the expected files: src/other.js' }),
  ],
  basis: 'none',
})

const sentBack = (id: string): Event => ({
  type: 'task-triaged',
  task: taskId(id),
  attempt: 1,
  disposition: 'retry',
  reasons: ['test failed: the tests fail: 1 failed, 2 passed'],
  again: { kind: 'fix', base: null, from: null, session: null },
  counted: false,
})

const escalated = (id: string, title: string): Event => ({
  type: 'task-escalated',
  task: taskId(id),
  reason: 'same-failure',
  escalation: {
    problem: `Task ${id} (${title}) fails in the same way again and again: test failed: the tests fail: 1 failed, 2 passed`,
    impact: 'tasks 5, final cannot start; independent tasks go on',
    options: [
      { words: 'try again, with a hint for the agent', command: `pm-agent retry ${id} -m "…"` },
      { words: 'leave it out and go on without it', command: `pm-agent skip ${id} -m "…"` },
    ],
    recommended: 0,
    blocking: true,
  },
})

const failed = (id: string): readonly Event[] => [started(id), ended(id), proofStarted(id), proofRecorded(id, failing)]

const terms = { commands: COMMANDS, criteria: [criterion('c1', 'node a.js'), criterion('c2', 'node b.js')] }

/** Something of everything: completed, sent back and at work, being proven, failed, escalated, blocked, waiting. */
function busy(fields: Partial<LiveView> = {}): LiveView {
  const view = watched([
    ready,
    completed('1'),
    failed('4'),
    escalated('4', 'Read from standard input'),
    failed('6'),
    sentBack('6'),
    failed('2'),
    sentBack('2'),
    started('2', 2, { kind: 'fix' }),
    started('3', 1, { contract: contract('3', terms) }),
    ended('3'),
    proofStarted('3'),
  ])
  const said = {
    '2': 'Reading src/words.js\n\n\nThe test of the empty text still fails.\nRunning the tests again: 2 of 3 pass\n────────',
    '4': 'I am done.',
  }
  return { ...view, activity: printed(said, { now: view.now }), ...fields }
}

describe('a whole screen', () => {
  for (const size of [SMALL, LARGE, TINY]) {
    const name = `${size.columns}x${size.rows}`
    test(`shows a fresh start in ${name}`, () => looksLike(watched([begun]), size, 'fresh-start'))
    test(`shows tasks in every state in ${name}`, () => looksLike(busy(), size, 'every-state'))
    test(`shows a plan that is larger than itself in ${name}`, () => looksLike(large(), size, 'three-hundred-tasks'))
    test(`shows wide characters in ${name}`, () => looksLike(korean(), size, 'wide-characters'))
  }
  for (const size of [SMALL, LARGE]) {
    const name = `${size.columns}x${size.rows}`
    test(`shows a task at work in ${name}`, () =>
      looksLike(busy({ page: 'task', selected: taskId('2') }), size, 'task-at-work'))
    test(`shows a task that waits for the human in ${name}`, () =>
      looksLike(busy({ page: 'task', selected: taskId('4') }), size, 'task-escalated'))
    test(`shows the log in ${name}`, () => looksLike(busy({ page: 'log' }), size, 'log'))
    test(`shows the keys in ${name}`, () => looksLike(busy({ page: 'help' }), size, 'help'))
  }
})

const TASKS = 300

/** The first 150 are done; what is urgent is spread over the rest. */
function large(): LiveView {
  const tasks = Array.from({ length: TASKS }, (_, at) =>
    task(String(at + 1), {
      title: `Make part ${at + 1} of the large thing`,
      needs: at > 150 && at % 10 !== 0 ? [String(at)] : [],
    }),
  )
  const view = watched([
    opened(plan(tasks, { title: 'A large thing' })),
    ready.slice(1),
    tasks.slice(0, 150).flatMap(({ id }) => completed(id)),
    failed('201'),
    escalated('201', 'Make part 201 of the large thing'),
    failed('251'),
    sentBack('251'),
    started('281', 1, { contract: contract('281', terms) }),
    ended('281'),
    proofStarted('281'),
    started('151'),
  ])
  return { ...view, activity: printed({ '151': 'Working on it' }, { now: view.now }) }
}

function korean(): LiveView {
  const view = watched([
    opened(
      plan(
        [
          task('1', { title: '웹훅 재시도를 지수 백오프로 구현한다' }),
          task('2', { title: '🚀 Launch the 👩‍👩‍👧 family page with a 🇰🇷 flag and ☎️', needs: ['1'] }),
          task('3', { title: 'e\u0301le\u0301ment combine\u0301 가나다라마바사아자차카타파하 가나다라마바사' }),
          task('4', { title: 'A title\twith\u001b[31m controls\u0007 and \u202eturned writing' }),
        ],
        { title: '주문 알림 🛎️' },
      ),
    ),
    ready.slice(1),
    completed('1'),
    started('2'),
    failed('3'),
    escalated('3', '가나다라마바사아자차카타파하'),
  ])
  return {
    ...view,
    activity: printed({ '2': '테스트를 실행하는 중입니다: 12개 중 10개 통과 ✅' }, { now: view.now }),
  }
}

describe('the tree', () => {
  test('keeps everything urgent on the screen and sums up the rest', () => {
    const shown = screen(large(), SMALL).join('\n')
    for (const id of ['151', '201', '251', '281']) expect(shown).toContain(`Make part ${id} of`)
    expect(shown).toMatch(/… 147 completed, .*, 122 waiting/)
  })

  test('follows the chosen task through a long plan', () => {
    const shown = screen({ ...large(), selected: taskId('42') }, SMALL).join('\n')
    expect(shown).toContain('▸ ✓ 42 ')
    for (const id of ['41', '43', '151', '201', '251', '281']) expect(shown).toContain(`Make part ${id} of`)
  })

  test('says what waits for the human and how it is answered', () => {
    const shown = screen(busy(), SMALL)
    expect(shown).toContain('    → pm-agent retry 4 -m "…"')
  })

  test('says since when an agent has been silent', () => {
    const { now } = busy()
    const activity = printed({ '2': 'thinking' }, { now, secondsAgo: 150 })
    expect(screen(busy({ activity }), SMALL).join('\n')).toContain('silent for 2 min 30 s: › thinking')
  })

  test('shows a cost only when it is known', () => {
    const view = busy()
    expect(screen(view, SMALL)[1]).toContain('cost unknown')
    const run = { ...view.run, run: { ...view.run.run, cost_usd: 1.5, cost: { ...view.run.run.cost, words: '$1.50' } } }
    expect(screen({ ...view, run }, SMALL)[1]).toContain('$1.50')
  })

  test('says that a run stands still, and why', () => {
    const shown = screen(
      watched([ready, { type: 'run-halted', problem: 'the disk is full', hints: ['free some'] }]),
      SMALL,
    )
    expect(shown[0]).toMatch(/standing still$/)
    expect(shown.join('\n')).toContain('  Standing still: the disk is full\n    → free some')
  })

  test('says that a run is stopping as long as an agent works, and then that it is stopped', () => {
    const stopping = [ready, started('1'), { type: 'run-stopped', by: 'Ada' } as const]
    expect(screen(watched(stopping), SMALL)[0]).toMatch(/stopping$/)
    expect(screen(watched([...stopping, ended('1')]), SMALL)[0]).toMatch(/stopped$/)
  })
})

describe('the page of a task', () => {
  test('moves down to its last line and no further', () => {
    const view = busy({ page: 'task', selected: taskId('4') })
    const limit = scrollLimit(view, SMALL)
    expect(limit).toBeGreaterThan(0)
    const end = screen({ ...view, scroll: limit }, SMALL)
    expect(end.join('\n')).toContain('· scope')
    expect(end.join('\n')).not.toContain('more lines')
    expect(screen({ ...view, scroll: limit + 99 }, SMALL)).toEqual(end)
  })

  test('keeps the newest output in view', () => {
    const said = { '2': Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n') }
    const shown = screen(busy({ page: 'task', selected: taskId('2'), activity: printed(said, { now: 0 }) }), SMALL)
    expect(shown.at(-3)).toBe('  line 199')
  })
})

test('with colours the text is the same', () => {
  const plain = screen(busy(), SMALL)
  const painted = screen(busy(), SMALL, { colour: true })
  // biome-ignore lint/complexity/useRegexLiterals: a control character reads better as an escape.
  const codes = new RegExp('\u001b\\[\\d*m', 'g')
  expect(painted.join('\n')).toContain('\u001b[')
  expect(painted.map(text => text.replace(codes, '').trimEnd())).toEqual(plain)
})

const fates = [
  'none',
  'started',
  'drafted',
  'proving',
  'failed',
  'sent-back',
  'escalated',
  'completed',
  'skipped',
] as const

function fateOf(id: string, title: string, fate: (typeof fates)[number]): readonly Event[] {
  switch (fate) {
    case 'none':
      return []
    case 'started':
      return [started(id)]
    case 'drafted':
      return [started(id), ended(id)]
    case 'proving':
      return [started(id), ended(id), proofStarted(id)]
    case 'failed':
      return [started(id), ended(id), proofStarted(id), proofRecorded(id, refusedBy('test'))]
    case 'sent-back':
      return [...failed(id), sentBack(id)]
    case 'escalated':
      return [...failed(id), escalated(id, title)]
    case 'completed':
      return completed(id)
    case 'skipped':
      return [skipped(id, title)]
  }
}

const anyText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const anyView = fc
  .record({
    tasks: fc.array(fc.record({ title: anyText, fate: fc.constantFrom(...fates), under: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    }),
    title: anyText,
    said: anyText,
    words: anyText,
    page: fc.constantFrom<Page>('tree', 'task', 'log', 'help'),
    selected: fc.option(fc.nat(60)),
    scroll: fc.nat(100),
    hasKeys: fc.boolean(),
    role: fc.constantFrom('drives', 'watches'),
  } as const)
  .map(({ tasks, title, said, words, selected, ...fields }) => {
    const ids = tasks.map(({ under }, at) => (under && at > 0 ? `${at}.a` : String(at + 1)))
    const view = watched([
      opened(
        plan(
          tasks.map((of, at) => task(ids[at]!, { title: of.title, needs: at > 3 ? [ids[at - 2]!] : [] })),
          { title },
        ),
      ),
      ready.slice(1),
      tasks.flatMap(({ title, fate }, at) => fateOf(ids[at]!, title, fate)),
    ])
    const activity = printed(Object.fromEntries(ids.map(id => [id, `${said}\n${words}`])), { now: view.now })
    const message = words === '' ? null : words
    return { ...view, activity, message, selected: selected === null ? null : taskId(ids[selected] ?? ''), ...fields }
  })

const anySize = fc.record({ columns: fc.nat(160), rows: fc.nat(60) })

test.each(['tree', 'task', 'log', 'help'] as const)('a rehearsal says so on the page %s, at any size', async page => {
  const rehearsed = watched(
    [
      opened(WORDS, { rehearsal: true }),
      ready.slice(1),
      { type: 'publishing-refused', tip: BASE, reason: 'rehearsal', detail: 'nothing is published from a rehearsal' },
      completed('1').slice(0, -1),
      started('2'),
    ],
    { page },
  )
  await looksLike(rehearsed, SMALL, `rehearsal-${page}`)
  for (const size of [SMALL, LARGE, TINY, { columns: 12, rows: 2 }])
    expect(screen(rehearsed, size)[0]).toMatch(/^REHEARSAL/)
})

test('whatever there is to show, there are exactly as many lines as rows, and every line fits', () => {
  fc.assert(
    fc.property(anyView, anySize, (view, size) => {
      const lines = screen(view, size)
      expect(lines.length).toBe(size.rows)
      for (const text of lines) {
        expect(displayWidth(text)).toBeLessThanOrEqual(size.columns)
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }
    }),
    { numRuns: 400 },
  )
})

test('wherever urgent tasks stand in a long plan, they are on the screen', () => {
  const urgent = fc.uniqueArray(
    fc.record({ at: fc.nat(TASKS - 1), fate: fc.constantFrom('started', 'sent-back', 'escalated') } as const),
    {
      selector: ({ at }) => at,
      maxLength: 9,
    },
  )
  fc.assert(
    fc.property(urgent, fc.nat(TASKS - 1), (found, selected) => {
      const tasks = Array.from({ length: TASKS }, (_, at) => task(`t${at}`, { title: `title-${at};` }))
      const events = found.flatMap(({ at, fate }) => fateOf(`t${at}`, 'x', fate))
      const view = watched([opened(plan(tasks)), ready.slice(1), events], { selected: taskId(`t${selected}`) })
      const shown = screen(view, SMALL).join('\n')
      for (const { at } of [...found, { at: selected }]) expect(shown).toContain(`title-${at};`)
    }),
    { numRuns: 50 },
  )
})
