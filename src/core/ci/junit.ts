import { deciderName } from '../journal/decider.ts'
import { type GateResult, headline, summaryOf } from '../proof/receipt.ts'
import { lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import { viewTask } from '../shown/view.ts'

/** One row of the report: passed, failed, or neither of both. */
interface Case {
  readonly name: string
  readonly seconds: number
  readonly result: 'passed' | 'failed' | 'skipped'
  readonly words: string
  readonly detail?: string
}

/** The gates of a run as JUnit XML: a suite per task. A task that is not proven is never all green. */
export function junitXml(state: RunState): string {
  const suites = state.tasks.map(run => ({ run, cases: casesOf(state, run) }))
  const all = suites.flatMap(({ cases }) => cases)
  const name = `${state.opened.rehearsal ? 'REHEARSAL ' : ''}${state.plan.title}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...counts(all) })}>`,
    ...suites.flatMap(({ run, cases }) => [
      `  <testsuite ${attributes({ name: `task ${run.task.id}: ${run.task.title}`, ...counts(cases) })}>`,
      ...cases.flatMap(one => caseLines(`task ${run.task.id}`, one)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function casesOf(state: RunState, run: TaskRun): readonly Case[] {
  const gates = lastAttempt(run)?.receipt?.gates ?? []
  return [...gates.map(gateCase), outcomeCase(state, run)]
}

function gateCase(gate: GateResult): Case {
  const { gate: name, verdict, durationMs, excused, blocking, evidence } = gate
  const about = { name, seconds: durationMs / 1000 }
  if (verdict === 'passed') return { ...about, result: 'passed', words: '' }
  const words = `${verdict}: ${summaryOf(gate) || headline(gate)}`
  if (excused) return { ...about, result: 'skipped', words: `${excused.as} by ${deciderName(excused)}; ${words}` }
  return { ...about, result: blocking ? 'failed' : 'skipped', words, detail: evidence }
}

/** The task as a whole: gates alone do not say that a task never ran. */
function outcomeCase(state: RunState, run: TaskRun): Case {
  const { state: word, outcome, reason } = viewTask(state, run)
  const about = { name: 'completed as proven', seconds: 0 }
  if (outcome === 'proven' || outcome === 'existed') return { ...about, result: 'passed', words: '' }
  const words = `${outcome ?? word}${reason ? `: ${reason}` : ''}`
  const isOpen = ['waiting', 'ready', 'blocked', 'skipped'].includes(word)
  return { ...about, result: outcome !== null || isOpen ? 'skipped' : 'failed', words }
}

function counts(cases: readonly Case[]): Readonly<Record<string, string>> {
  const count = (result: Case['result']) => String(cases.filter(one => one.result === result).length)
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0)
  return {
    tests: String(cases.length),
    failures: count('failed'),
    errors: '0',
    skipped: count('skipped'),
    time: seconds.toFixed(3),
  }
}

function caseLines(classname: string, { name, seconds, result, words, detail }: Case): readonly string[] {
  const open = `    <testcase ${attributes({ classname, name, time: seconds.toFixed(3) })}`
  if (result === 'passed') return [`${open}/>`]
  const message = attributes({ message: words })
  const inside =
    result === 'skipped' ? `<skipped ${message}/>` : `<failure ${message}>${escaped(detail ?? words)}</failure>`
  return [`${open}>`, `      ${inside}`, '    </testcase>']
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value).replaceAll('\n', '&#10;')}"`)
    .join(' ')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no way at all to hold most control characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, character => ENTITIES[character]!)
