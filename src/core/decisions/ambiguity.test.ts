import { describe, expect, it } from 'vitest'
import { completed, config, ended, opened, proofStarted, ready, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { criterion, plan, type TaskFields, task } from '../../../test/rig/core/plan.ts'
import { planChanges } from '../living/plan-edit.ts'
import { existenceCheck } from '../plan/existence.ts'
import { taskId } from '../plan/ids.ts'
import type { Expectation, Task } from '../plan/plan.ts'
import { escalationOf } from '../shown/escalation.ts'
import { ambiguityWords, plannedAmbiguities } from './ambiguity.ts'

const exit = (code: number): Expectation => ({ is: 'exit', code })
const NO_FILES = { create: [], modify: [], delete: [], test: [] }
const input = (value: string): TaskFields => ({ inputs: [{ name: 'from', type: 'file', value, note: '' }] })
const producer = task('1', { outputs: [{ name: 'path', type: 'file', value: 'src/a.ts', note: '' }] })
const words = (fields: TaskFields, gates?: Parameters<typeof plannedAmbiguities>[1]['gates']): readonly string[] => {
  const one: Task = task('2', { needs: ['1'], ...fields })
  return plannedAmbiguities(one, { tasks: [producer, one], gates }).map(ambiguityWords)
}

describe('a contract that cannot be kept', () => {
  it('has criteria that expect different results of one command', () => {
    expect(words({ criteria: [criterion('c1', 'npm run x', exit(0)), criterion('c2', 'npm run x', exit(1))] })).toEqual(
      [
        'c1 and c2 expect different results of the same command (`npm run x` holds; `npm run x` holds) (keep the one that is meant)',
      ],
    )
    const number = (value: number): Expectation => ({ is: 'number', value })
    const text = (said: string): Expectation => ({ is: 'stdout', text: said })
    expect(words({ criteria: [criterion('c1', 'wc', number(1)), criterion('c2', 'wc', number(2))] })).toHaveLength(1)
    expect(words({ criteria: [criterion('c1', 'wc', text('a')), criterion('c2', 'wc', text('b'))] })).toHaveLength(1)
  })

  it('has a file that is to be deleted and to be there', () => {
    expect(words({ files: { ...NO_FILES, modify: ['a.ts'], delete: ['a.ts'] } })).toEqual([
      'a.ts is to be deleted and to be written (name it in one list of Files)',
    ])
    const exists = criterion('c1', "test -e 'a.ts'")
    expect(words({ files: { ...NO_FILES, delete: ['a.ts'] }, criteria: [exists] })).toEqual([
      'c1 demands a.ts, which is to be deleted (take it out of Files, or change the criterion)',
    ])
    const quoted = { ...criterion('c1', ''), check: existenceCheck(["it's.ts"]) }
    expect(words({ files: { ...NO_FILES, delete: ["it's.ts"] }, criteria: [quoted] })).toHaveLength(1)
  })

  it('needs an output that nobody produces, in its inputs, steps or criteria', () => {
    const missing = [
      'it needs the output "pth" of task 1, which no task produces (declare it in Outputs of task 1, or name another input)',
    ]
    expect(words(input('${todo-1.outputs.pth}'))).toEqual(missing)
    expect(words({ steps: ['Read ${todo-1.outputs.pth}'] })).toEqual(missing)
    expect(words({ criteria: [criterion('c1', 'cat ${todo-1.outputs.pth}')] })).toEqual(missing)
    expect(words(input('${todo-9.outputs.path}'))).toHaveLength(1)
  })

  it('names a gate that no work can make possible', () => {
    expect(words({ other: { Gates: 'licences' } })).toEqual([
      'the task names the gate "licences", and there is none of this name: set gates.licences in pm-agent.yaml, or take it out of Gates',
    ])
    expect(words({ other: { Gates: 'numeric' } })).toEqual([expect.stringContaining('set gates.numeric')])
  })
})

describe('a contract is not ambiguous', () => {
  it('without criteria, with vague words, or with checks that can all hold', () => {
    expect(words({ title: 'Make it nicer somehow' })).toEqual([])
    expect(
      words({ criteria: [criterion('c1', 'wc', exit(0)), criterion('c2', 'wc', { is: 'number', value: 2 })] }),
    ).toEqual([])
    expect(words({ criteria: [criterion('c1', 'wc', exit(0)), criterion('c2', 'wc -l', exit(1))] })).toEqual([])
    expect(words(input('${todo-1.outputs.path}'))).toEqual([])
  })

  it('because of a gate whose command the work itself may bring, or that the settings have', () => {
    expect(words({ other: { Gates: 'lint, test' } })).toEqual([])
    const licences = { name: 'licences', command: './check', blocking: true }
    expect(words({ other: { Gates: 'licences' } }, { own: [licences] })).toEqual([])
  })
})

describe('a run with an ambiguous task', () => {
  const FIRST = plan([producer, task('2', { needs: ['1'], ...input('${todo-1.outputs.pth}') }), task('3')])
  const due: Given = given(opened(FIRST, { config: config({ parallel: 2 }) }), ready, completed('1'))
  const asked = due.after({ type: 'ambiguity-found', task: taskId('2') })
  const said = { task: taskId('2'), by: 'Ada', note: '' }

  it('asks before any launch, and other work goes on', () => {
    expect(due.next()).toMatchObject([
      { type: 'ask-first', task: '2' },
      { type: 'run-attempt', task: '3' },
    ])
    expect(asked.task('2')).toMatchObject({ launches: 0, stage: { is: 'escalated', reason: 'ambiguous' } })
    expect(asked.next()).toMatchObject([{ type: 'run-attempt', task: '3' }])
    expect(escalationOf(asked.state, asked.task('2'))).toMatchObject({
      problem: expect.stringMatching(
        /^Task 2 \(Make 2\) cannot be done as it is written, and no agent was started: it needs the output "pth" of task 1/,
      ),
      options: [
        { words: 'edit task 2 in PLAN.md (line 1), then continue', decision: null },
        { decision: 'retry' },
        { decision: 'skip' },
      ],
    })
    expect(due.reason('2')).toBe('its contract cannot be kept as it is written, and you are asked first')
  })

  it('asks once: whoever says to go on gets an agent with the text as it is', () => {
    const retried = asked.after({ type: 'retry-task', ...said })
    expect(retried.next()).toMatchObject([
      { type: 'run-attempt', task: '2' },
      { type: 'run-attempt', task: '3' },
    ])
    asked.when({ type: 'approve-task', ...said }).thenRefused('nothing-to-approve')
    expect(asked.after({ type: 'skip-task', ...said }).status('2')).toBe('skipped')
  })

  it('takes an edited text, and asks again if that is ambiguous as well', () => {
    const edited = (value: string) => {
      const next = plan([producer, task('2', { needs: ['1'], title: 'Other', ...input(value) }), task('3')])
      return asked.and({ type: 'plan-edited', plan: next, planText: '', changes: planChanges(FIRST, next) })
    }
    expect(edited('${todo-1.outputs.path}').next()).toMatchObject([{ type: 'run-attempt', task: '2' }, { task: '3' }])
    expect(edited('${todo-1.outputs.paht}').next()).toMatchObject([{ type: 'ask-first', task: '2' }, { task: '3' }])
  })

  it('does not ask about work that has begun, in quick mode, or about what was settled meanwhile', () => {
    const begun = due.and(started('2'), ended('2'), proofStarted('2'))
    begun.when({ type: 'ambiguity-found', task: taskId('2') }).then([])
    const quick = given(opened(FIRST, { config: config({}, { quick: true }) }), ready, completed('1'))
    expect(quick.next()).toMatchObject([{ type: 'run-attempt', task: '2' }])
    asked.when({ type: 'ambiguity-found', task: taskId('2') }).then([])
  })
})
