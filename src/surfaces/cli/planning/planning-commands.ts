import { type CliCommand, command, type Flag } from '../command.ts'

const JSON_FLAG = { help: 'one JSON document' } as const satisfies Flag
const AGENT_FLAG = {
  value: 'AGENT',
  help: 'the planner, in the syntax of run --agent; otherwise agents.planner, otherwise the worker',
} as const satisfies Flag

/** From a goal to a plan. */
export const PLAN_COMMAND: CliCommand = command({
  group: 'plan',
  name: 'plan',
  argument: '[GOAL]',
  words: 'let an agent write a plan for a goal or a document: phases first, then tasks, checked before it is written',
  flags: {
    from: { value: 'DOC', help: 'plan the work that this document describes' },
    out: { value: 'PATH', help: 'where to write it (.dev/specs/<title>/PLAN.md); never overwrites without asking' },
    improve: {
      value: 'PLAN',
      optional: true,
      help: 'turn criteria in words into commands that fail now; shows the difference before it writes',
    },
    flat: { help: 'one list of tasks, no sub-plans' },
    'max-depth': { value: 'N', help: 'levels of sub-plans (limits.depth; 0 is --flat)' },
    phases: {
      value: 'N|all',
      help: 'phases that get their tasks now (those that can begin at once); the others are planned when their turn comes',
    },
    phase: {
      value: 'TASK',
      help: 'write the sub-plan of a sketch of an existing plan, from what the run learned so far',
    },
    yes: { help: 'ask nothing: take the recommended structure, write the improved plan' },
    agent: AGENT_FLAG,
    json: JSON_FLAG,
  },
  run: async (context, flags, goal) => {
    const { improve } = flags
    const { phase } = flags
    if (phase !== undefined) return (await import('./phase.ts')).planPhase(context, phase, { ...flags, plan: goal })
    if (improve === undefined) return (await import('./plan.ts')).plan(context, goal, flags)
    return (await import('./improve.ts')).improve(context, improve === true ? goal : improve, flags)
  },
})

/** A plan against the code. */
export const AUDIT_COMMAND: CliCommand = command({
  group: 'plan',
  name: 'audit',
  argument: '[PLAN]',
  words:
    'compare every task with the code: EXISTS, PARTIAL or MISSING, by its commands and files; before and after a run',
  flags: {
    append: { help: 'add a task to the plan for everything that is marked as done and is not there' },
    agent: {
      value: 'AGENT',
      help: 'asked about tasks without commands and files; otherwise agents.planner, if it is set',
    },
    json: JSON_FLAG,
  },
  run: async (context, flags, plan) => (await import('./audit.ts')).audit(context, plan, flags),
})
