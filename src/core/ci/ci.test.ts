import { expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { finalReport } from '../shown/final-report.ts'
import { junitXml } from './junit.ts'
import { summaryPage } from './summary-page.ts'

const HOSTILE = 'Use <b>|`x`\u0007'

/** One task proven, one refused by its tests and waiting for a human, one behind it. */
const { state } = given(
  opened(plan([task('1'), task('2', { title: HOSTILE }), task('3', { needs: ['2'] })]), {
    config: config({ fixes: 0 }),
  }),
  ready,
  completed('1'),
  started('2'),
  ended('2'),
  proofStarted('2'),
).after(proofFinished('2', refusedBy('test', 'failed', { evidence: 'adds & "quotes" \u001b[31mfailed\nline two' })))

it('gates become JUnit XML in which a task that is not proven is never all green', () => {
  const xml = junitXml(state)
  const suites = xml.split('<testsuite ').slice(1)
  expect(suites[0]).toContain('failures="0"')
  expect(suites[0]).toContain('<testcase classname="task 1" name="completed as proven" time="0.000"/>')
  expect(suites[1]).toContain('name="task 2: Use &lt;b&gt;|`x`\ufffd"')
  expect(suites[1]).toContain('failures="2"')
  expect(suites[1]).toContain('failed: adds &amp; &quot;quotes&quot; \ufffd[31mfailed')
  expect(suites[2]).toContain('skipped="1"')
  expect(suites[2]).not.toContain('"completed as proven" time="0.000"/>')
  expect(xml).not.toMatch(/[\x00-\x08\x0b-\x1f]/)
})

it('the summary is a page of Markdown with results, questions and the next step, and foreign text has no effect in it', () => {
  const page = summaryPage(finalReport(state), 'pm/shop')
  expect(page).toContain('**1/3 tasks completed**')
  expect(page).toMatch(/^\| 1 \| Make 1 \| ✅ proven \| 1 \| `commit-1` \|$/m)
  expect(page).toMatch(/^\| 2 \| Use &lt;b>\\\|\\`x\\`\S* \| escalated \| 1 \| {2}\|$/m)
  expect(page).toContain('### Question about task 2')
  expect(page).toMatch(/^1\. .*pm-agent retry 2/m)
  expect(page).toContain('Next: answer what is open')
})
