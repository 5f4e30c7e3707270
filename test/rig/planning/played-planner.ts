import { parseProposal } from '../../../src/adapters/agents/answers/proposal.ts'
import { readConfig } from '../../../src/adapters/config/config.ts'
import { commit, tree } from '../../../src/core/plan/ids.ts'
import type { PlannerDesk, PlannerLaunch } from '../../../src/engine/planning/ask-planner.ts'
import type { LaunchResult, Ports } from '../../../src/ports.ts'

/** Answers by question, one for each round; the last one again and again. `touches` changes a file. */
export type Answers = Readonly<Record<string, readonly unknown[]>>

const settings = readConfig({ repositoryTop: '/nowhere' })

/** A planner that gives these answers, without any process. */
export function playedPlanner(answers: Answers) {
  if (!settings.ok) throw new Error('the defaults are no settings')
  const launches: PlannerLaunch[] = []
  const prompts: string[] = []
  let touched = 0
  const ports = {
    clock: { now: () => 0 },
    vault: { diff: async () => [{ path: 'src/a.js' }] },
    workspaces: {
      prepare: async (id: object) => ({ ...id, dir: '/w' }),
      collect: async () => ({ tree: tree(String(touched)) }),
      discard: async () => {},
    },
    agents: {
      launch: async ({ task, attempt, prompt }: { task: string; attempt: number; prompt: string }) => {
        prompts.push(prompt)
        const own = answers[task] ?? []
        const answer = own[Math.min(attempt, own.length) - 1]
        if (answer === 'touches') touched++
        const ending = answer === undefined ? { is: 'exited', code: 1 } : { is: 'exited', code: 0 }
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
        const proposal = answer === undefined ? { is: 'missing' } : parseProposal(text, 'result.json')
        return { ending, reading: { is: 'missing' }, durationMs: 1, proposal } as unknown as LaunchResult
      },
    },
  } as unknown as Ports
  const desk: PlannerDesk = {
    agent: { is: 'scripted', name: 'planner', script: '' },
    config: settings.value,
    ...{ base: commit('b'), session: 's', token: 't', signal: new AbortController().signal },
    onLaunch: launch => void launches.push(launch),
  }
  return { ports, desk, prompts, launches }
}
