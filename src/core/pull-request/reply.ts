import { decisionCommand, type TaskDecisionName } from '../decisions/open-decisions.ts'
import { seenOf } from '../journal/seen.ts'
import { taskId } from '../plan/ids.ts'
import type { Command } from '../run/input.ts'
import { findTask, type RunState } from '../run/state.ts'
import { lastPause, questionCause } from './acts.ts'
import type { PullRequestComment } from './forge.ts'
import type { Mark } from './mark.ts'

/** A decision in a comment. */
export interface CommentReply {
  readonly author: string
  readonly url: string
  readonly decision: TaskDecisionName
  readonly task: string
  readonly text: string
}

const DECISIONS = ['approve', 'revise', 'reject', 'retry', 'skip', 'waive', 'pause'] as const

/** Decisions that let work pass. */
export const LETS_PASS: ReadonlySet<TaskDecisionName> = new Set(['approve', 'waive', 'skip'])

/** Lines such as `/pm-agent retry 2 use the other file`, in comments behind the last pause of this run and nowhere else. */
export function repliesTo(
  run: string,
  comments: readonly { readonly comment: PullRequestComment; readonly mark: Mark | null }[],
): readonly CommentReply[] {
  const pause = comments.findLastIndex(({ mark }) => mark?.run === run && mark.kind === 'blocked')
  if (pause === -1) return []
  return comments
    .slice(pause + 1)
    .flatMap(({ comment, mark }) => (mark === null ? saidLines(comment.body).flatMap(replyIn(comment)) : []))
}

/** The lines of a comment without its code blocks: an example is no decision. */
function saidLines(body: string): readonly string[] {
  let fence: string | null = null
  return body.split('\n').filter(line => {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? []
    if (fence === null) {
      fence = mark?.trim() ?? null
      return fence === null
    }
    if (mark?.trim().startsWith(fence) && mark.length === line.trimEnd().length) fence = null
    return false
  })
}

const replyIn =
  ({ author, url }: PullRequestComment) =>
  (line: string): readonly CommentReply[] => {
    const [name, written, task, ...text] = line.trim().split(/\s+/)
    const decision = DECISIONS.find(one => one === written)
    if (name !== '/pm-agent' || !decision || !task) return []
    return [{ author, url, decision, task, text: text.join(' ') }]
  }

/** The command of a reply, bound to the receipt of now; null if its question is not the one that the pause asked. */
export function replyCommand(state: RunState, reply: CommentReply, marks: readonly Mark[]): Command | null {
  const pause = lastPause({ marks }, state.opened.runId)
  const run = findTask(state, taskId(reply.task))
  if (!pause?.isOpen || !run) return null
  if (!pause.cause.split(',').includes(questionCause(run))) return null
  if (run.stage.is !== 'escalated') return null
  const said = { task: run.task.id, by: `${reply.author} (${reply.url})`, note: reply.text }
  return { ...decisionCommand(reply.decision, said), seen: seenOf(run) }
}
