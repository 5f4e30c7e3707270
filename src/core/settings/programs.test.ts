import { expect, it } from 'vitest'
import { config } from '../../../test/rig/core/facts.ts'
import { programsOf } from './programs.ts'

const command = (name: string) => ({ is: 'command', name, command: `sh ${name}.sh` }) as const

it('every agent of the settings that starts a program is named, whatever its role', () => {
  const settings = config(
    {},
    {
      worker: command('worker'),
      judge: command('judge'),
      reviewer: command('reviewer'),
      roles: { tester: { agent: command('tester') }, planner: { agent: command('planner') } },
      agents: { careful: command('careful') },
      notify: 'mail Ada',
    },
  )
  expect(programsOf(settings).filter(line => line.startsWith('agent ') || line.startsWith('notify'))).toEqual([
    'notify = mail Ada',
    'agent worker = sh worker.sh',
    'agent judge = sh judge.sh',
    'agent reviewer = sh reviewer.sh',
    'agent tester = sh tester.sh',
    'agent planner = sh planner.sh',
    'agent careful = sh careful.sh',
  ])
})
