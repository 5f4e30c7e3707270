import { describe, expect, it } from 'vitest'
import {
  config,
  draft,
  ended,
  keptRef,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { contractFor } from '../plan/make-contract.ts'
import type { Receipt } from '../proof/receipt.ts'
import { briefFor } from '../told/brief.ts'
import { agentFor } from './assignment.ts'
import type { AgentSpec, Config } from './config.ts'
import { promptOf, roleName } from './role.ts'

const agent = (name: string): AgentSpec => ({ is: 'command', name, command: `node ${name}.mjs` })
const running = (fields: Partial<Config>, ...tasks: Parameters<typeof task>[]): Given =>
  given(opened(plan(tasks.map(args => task(...args))), { config: config({}, fields) }), ready)
const who = (at: Given, id = '1') => agentFor(at.state, at.task(id)).name

describe('who does a task', () => {
  const fields = { agents: { careful: agent('careful') }, roles: { algorithm: { agent: agent('solver') } } }
  it('is the agent that it names, else that of its specialist, else the worker', () => {
    const at = running(
      fields,
      ['1'],
      ['2', { role: 'Algorithm' }],
      ['3', { role: 'algorithm', agent: 'careful' }],
      ['4', { role: 'poet' }],
    )
    expect(['1', '2', '3', '4'].map(id => who(at, id))).toEqual(['worker', 'solver', 'careful', 'worker'])
  })

  it('has the minutes of the task, else of its specialist, else of its role, else of everybody', () => {
    const roles = { algorithm: { minutes: 7 }, worker: { minutes: 30 } }
    const tasks = [['1'], ['2', { role: 'algorithm' }], ['3', { role: 'algorithm', minutes: 5 }]] as const
    const minutes = (at: Given) => tasks.map(([id]) => contractFor(at.state, at.task(id), {}).budget.minutes)
    expect(minutes(running({ roles }, ...tasks.map(args => [...args] as Parameters<typeof task>)))).toEqual([30, 7, 5])
    expect(minutes(running({}, ...tasks.map(args => [...args] as Parameters<typeof task>)))).toEqual([45, 45, 5])
  })

  it('may be written in many ways', () => {
    for (const text of ['core-cpp', 'Core C++', 'core_cpp_agent', ' core cpp ']) expect(roleName(text)).toBe('core-cpp')
  })
})

describe('the fix ladder', () => {
  const helpers = { roles: { fixer: { agent: agent('mender') }, stronger: { agent: agent('giant') } } }
  const [lint, types] = [refusedBy('lint'), refusedBy('typecheck')]
  /** One proof after another refuses the work, each time of whoever is next. */
  function refused(fields: Partial<Config>, proofs: readonly Receipt[]): Given {
    let at = running(fields, ['1'])
    for (const [before, proof] of proofs.entries()) {
      const number = before + 1
      const { stage } = at.task('1')
      const by = stage.is === 'queued' && stage.by ? { by: stage.by } : {}
      const session = `session-${number}`
      at = at.and(
        started('1', number, { ...by, agent: who(at) }),
        ended('1', number, { session }),
        proofStarted('1', number),
      )
      at = at.after(proofFinished('1', proof, number))
    }
    return at
  }
  const rung = (at: Given) => {
    const { stage } = at.task('1')
    return stage.is === 'queued' ? [who(at), stage.session] : stage.is
  }

  it('begins with the author, in its session', () => {
    expect(rung(refused(helpers, [lint]))).toEqual(['worker', 'session-1'])
    expect(rung(refused({}, [lint, types]))).toEqual(['worker', 'session-2'])
  })

  it('goes on with fresh eyes when the same failure comes back', () => {
    expect(rung(refused(helpers, [lint, lint]))).toEqual(['mender', null])
    expect(rung(refused({}, [lint, lint]))).toEqual(['worker', null])
  })

  it('calls a stronger one for the last round, and then a human', () => {
    expect(rung(refused(helpers, [lint, lint, types]))).toEqual(['giant', null])
    expect(rung(refused({}, [lint, lint, types]))).toEqual(['worker', 'session-3'])
    expect(rung(refused(helpers, [lint, lint, types, lint]))).toBe('escalated')
  })

  it('goes on with whoever began a session', () => {
    const limits = { ...config().limits, fixes: 9 }
    expect(rung(refused({ ...helpers, limits }, [lint, lint, types]))).toEqual(['mender', 'session-3'])
  })

  it('tells who comes to files of others what is in the tree', () => {
    const at = refused(helpers, [lint, lint])
    const prompt = briefFor(at.state, at.task('1'), contractFor(at.state, at.task('1'), {}), 'fix')
    expect(prompt).toContain('## STATE OF THE FILES\nAnother agent worked on this before you.')
    expect(prompt).toContain('> modified src/a.js')
    expect(at.task('1').stage).toMatchObject({ from: keptRef('1', 2), base: draft('1').base })
    const own = refused(helpers, [lint])
    expect(briefFor(own.state, own.task('1'), contractFor(own.state, own.task('1'), {}), 'fix')).not.toContain(
      'STATE OF THE FILES',
    )
  })
})

describe('a template', () => {
  const filled = (worker: string) =>
    promptOf({ prompts: { worker } }, 'worker', {
      fields: { task: '3', title: '{contract}' },
      contract: 'THE {task} CONTRACT',
    })

  it('has its places filled in, and nothing of what is put there is read again', () => {
    expect(filled('Do {task} ({title}) {unknown}.')).toBe('Do 3 ({contract}) {unknown}.\n\nTHE {task} CONTRACT')
  })

  it('says where the contract goes, and cannot leave it out', () => {
    expect(filled('Before.\n{contract}\nAfter.')).toBe('Before.\nTHE {task} CONTRACT\nAfter.')
    expect(filled('Nothing else.')).toContain('THE {task} CONTRACT')
  })
})
