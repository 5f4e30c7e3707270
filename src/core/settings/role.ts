import type { Task } from '../plan/plan.ts'
import type { Config } from './config.ts'

/** The purpose of a launch; a task may also name a specialist. */
export type Role = 'worker' | 'fixer' | 'verifier' | 'reviewer' | 'tester' | 'final-reviewer' | 'planner' | 'diagnoser'

/** An agent that is asked about finished work, besides the judge. */
export type ReaderRole = Extract<Role, 'reviewer' | 'tester'>

/** `Core C++ agent`, `core_cpp_agent` and `core-cpp` are one specialist. */
export const specialistOf = ({ role }: Pick<Task, 'role'>): string | null => (role === null ? null : roleName(role))

/** The file name of a role. */
export const roleName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('c++', 'cpp')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/-agent$/, '')

/** The start of a prompt, and all of it besides the contract where a run has no template: those are in `prompts/`. */
const READ =
  'Read .pm-agent/MANUAL.md (how to work here) and .pm-agent/PLAN.md (the task, step by step), then do the task.'

/** A template with its fields filled in. A missing `{contract}` is appended, so that the contract is never left out. */
export function promptOf(
  config: Pick<Config, 'prompts'>,
  /** A role, or the template of a review of one task. */
  role: Role | 'task-reviewer',
  on: { readonly fields: Readonly<Record<string, string>>; readonly contract: string },
): string {
  const template = (config.prompts?.[role] ?? '{read}').trim()
  const whole = template.includes('{contract}') ? template : `${template}\n\n{contract}`
  const fields: Readonly<Record<string, string>> = { read: READ, ...on.fields, contract: on.contract }
  return whole.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(fields, name) ? fields[name]! : place))
}

/** The time limit of a launch: the task's, its specialist's, its role's, or the general one. */
export function minutesFor(config: Pick<Config, 'roles' | 'limits'>, task: Task, role: 'worker' | 'fixer'): number {
  const specialist = specialistOf(task)
  const own = specialist === null ? undefined : config.roles?.[specialist]?.minutes
  return task.minutes ?? own ?? config.roles?.[role]?.minutes ?? config.limits.attemptMinutes
}
