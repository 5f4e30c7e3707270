import { describe, expect, it } from 'vitest'
import { config } from '../../../test/rig/core/facts.ts'
import { task } from '../../../test/rig/core/plan.ts'
import type { AgentSpec, Config } from '../settings/config.ts'
import { judgeOf } from '../settings/judge.ts'
import { judgeNote, plannedLookNotes } from './planned-looks.ts'

const claude: AgentSpec = { is: 'claude', name: 'claude', model: null, path: '/bin/claude' }
const owl: AgentSpec = { is: 'command', name: 'owl', command: 'node owl.mjs' }
const files = (path: string) => ({ files: { create: [path], modify: [], delete: [], test: [] } })
const TASKS = [
  task('1'),
  task('2', files('src/auth/login.ts')),
  task('3', { tier: 'critical' }),
  task('4', files('db/migrations/1.sql')),
  task('5', { hold: true }),
  task('6', { tier: 'critical', ticked: true }),
]
const notes = (fields: Partial<Config> = {}) =>
  plannedLookNotes(TASKS, config({}, fields)).map(note =>
    note.replace(/ will wait for your approval before landing: /, ': '),
  )

describe('the tasks that will wait for a look', () => {
  const held = [
    'task 4: it changes stored data or infrastructure (sensitive: in pm-agent.yaml excludes paths)',
    'task 5: the plan holds it (without Hold in the plan it lands by itself)',
  ]

  it('are the critical ones where no reviewer is set, with the way to change that', () => {
    expect(notes()).toEqual([
      'tasks 2, 3: they are critical, and no reviewer is set (agents.reviewer in pm-agent.yaml names a reviewer; `--review never` lets critical work land unseen)',
      ...held,
    ])
  })

  it('are those that are held in any case', () => {
    expect(notes({ reviewer: owl })).toEqual(held)
    expect(notes({ review: 'never' })).toEqual(held)
  })

  it('follow the setting', () => {
    expect(notes({ review: 'critical', reviewer: owl })[0]).toMatch(/^tasks 2, 3: every critical task waits/)
    expect(notes({ review: 'each' })[0]).toMatch(/^tasks 1, 2, 3: every task waits/)
  })
})

describe('the judge of a task', () => {
  const of = (fields: Partial<Config>, fieldsOfTask = {}) =>
    judgeOf(config({}, fields), task('1', fieldsOfTask))?.name ?? null

  it('is the program of a coding agent itself unless another is named', () => {
    expect(of({ worker: claude })).toBe('claude')
    expect(of({ worker: claude, judge: owl })).toBe('owl')
    expect(of({ agents: { careful: { ...claude, name: 'careful' } } }, { agent: 'careful' })).toBe('careful')
  })

  it('is nobody for commands and scripts, in quick mode, and where it is turned off', () => {
    expect(of({})).toBeNull()
    expect(of({ worker: { is: 'scripted', name: 'scripted', script: 'a.json' } })).toBeNull()
    expect(of({ worker: claude, quick: true })).toBeNull()
    expect(of({ worker: claude, judge: owl, judging: 'never' })).toBeNull()
  })

  it('is told at the start where nobody named it, and where it is off', () => {
    const told = (fields: Partial<Config>) => judgeNote(config({}, fields), TASKS)
    expect(told({ worker: claude })).toBe(
      'claude judges the work of coding agents, in a context of its own (agents.judge names another; judge: never turns it off)',
    )
    expect(told({ judging: 'never' })).toBe(
      'the judge is off (judge: never): what no command can check is not examined',
    )
    expect(told({ worker: claude, judge: owl })).toBeNull()
    expect(told({})).toBeNull()
  })
})
