import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { BASE, completed, contract, ended, opened, proofStarted, started } from '../../../test/rig/core/facts.ts'
import { printed, watched } from '../../../test/rig/core/live.ts'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import { begun, COMMANDS, escalated, failed, ready, sentBack, WORDS } from '../../../test/rig/core/screen-facts.ts'
import { taskId } from '../../core/plan/ids.ts'
import type { LiveView, Size } from './live-view.ts'
import { screen, scrollLimit } from './screen.ts'

const SMALL: Size = { columns: 80, rows: 24 }
const LARGE: Size = { columns: 140, rows: 50 }
const TINY: Size = { columns: 20, rows: 5 }

const SCREENS = fileURLToPath(new URL('../../../test/fixtures/screens', import.meta.url))

/** The screen as a file that a person can look at. */
const looksLike = (view: LiveView, size: Size, name: string) =>
  expect(`${screen(view, size).join('\n')}\n`).toMatchFileSnapshot(
    `${SCREENS}/${name}-${size.columns}x${size.rows}.txt`,
  )

const terms = { commands: COMMANDS, criteria: [criterion('c1', 'node a.js'), criterion('c2', 'node b.js')] }

/** Something of everything: completed, sent back and at work, being proven, failed, escalated, blocked, waiting. */
function busy(fields: Partial<LiveView> = {}): LiveView {
  const view = watched([
    ready,
    completed('1'),
    failed('4'),
    escalated('4'),
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

test('a proof that this process makes is shown with its step of how many', () => {
  const steps = new Map([[taskId('3'), { at: 3, of: 7, name: 'test', form: 'the change with the old tests' }]])
  const shown = screen(busy({ steps }), LARGE).join('\n')
  expect(shown).toContain('proving 3/7: test on the change with the old tests')
  expect(screen(busy(), LARGE).join('\n')).not.toContain('proving 3/7')
})

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
    escalated('201'),
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
    escalated('3'),
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

  test('says that a run is halted, and why', () => {
    const shown = screen(
      watched([ready, { type: 'run-halted', problem: 'the disk is full', hints: ['free some'] }]),
      SMALL,
    )
    expect(shown[0]).toMatch(/halted$/)
    expect(shown.join('\n')).toContain('  Halted: the disk is full\n    → free some')
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
