import { lastAttempt, type RunState } from '../run/state.ts'
import { inItem } from '../text/quote.ts'
import { minute } from '../text/time.ts'
import { type BreakingChange, breakingChanges, inLandingOrder } from './breaking-changes.ts'
import { migrationSteps } from './release-advice.ts'

/** Release notes for the users of the code: breaking changes by file, and the migration. */
export function releaseNotes(state: RunState): string {
  const { gate } = state.release
  const changes = breakingChanges(state)
  const files = [...new Set(changes.map(({ path }) => path))]
  const steps = gate ? migrationSteps(state, gate.proof) : []
  const told = reviewersNotes(state)
  const parts = [
    `# Release notes: ${state.plan.title}`,
    ...(gate ? [`Released ${minute(gate.at)} UTC from \`${state.opened.branch}\`.`] : []),
    '## Breaking changes',
    ...files.map(path =>
      [
        `### ${path}`,
        '',
        changes
          .filter(one => one.path === path)
          .map(changeLines)
          .join('\n\n'),
      ].join('\n'),
    ),
    ...(told.length > 0 ? ['## What to do', told.join('\n')] : []),
    ...(steps.length > 0 ? ['## Migration', steps.map(step => `- ${inItem(step)}`).join('\n')] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/** What reviewers of landed work tell the users of a changed interface. */
const reviewersNotes = (state: RunState): readonly string[] =>
  inLandingOrder(state).flatMap(run => {
    const note = lastAttempt(run)?.receipt?.reviewed?.releaseNote
    return note ? [`- ${inItem(note)} (task ${run.task.id})`] : []
  })

function changeLines({ name, was, is, task }: BreakingChange): string {
  if (is === null) return `- \`${name}\` was removed (task ${task}). It was:\n\n${code(was)}`
  return `- \`${name}\` changed (task ${task}). Before:\n\n${code(was)}\n\n  Now:\n\n${code(is)}`
}

const code = (text: string): string => ['```', ...text.split('\n'), '```'].map(line => `  ${line}`).join('\n')
