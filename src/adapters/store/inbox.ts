import type { DatabaseSync } from 'node:sqlite'
import type { RunId } from '../../core/plan/ids.ts'
import { invariant } from '../../core/result.ts'
import type { Command } from '../../core/run/input.ts'
import type { Answer, InboxRow } from '../../ports.ts'

/** Commands from other processes, waiting in order of arrival for the engine's decision. */
export function openInbox(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO inbox (run, at, command) VALUES (?, ?, ?)')
  const unanswered = database.prepare('SELECT id, command FROM inbox WHERE run = ? AND answer IS NULL ORDER BY id')
  const find = database.prepare('SELECT answer FROM inbox WHERE id = ?')
  const settle = database.prepare('UPDATE inbox SET answer = ? WHERE id = ? AND run = ? AND answer IS NULL')
  return {
    submit: (run: RunId, command: Command, now: number): number =>
      Number(insert.run(run, now, JSON.stringify(command)).lastInsertRowid),
    pending: (run: RunId): readonly InboxRow[] =>
      unanswered.all(run).map(row => ({ id: Number(row.id), command: JSON.parse(String(row.command)) })),
    answerTo: (id: number): Answer | null => {
      const answer = find.get(id)?.answer
      return typeof answer === 'string' ? JSON.parse(answer) : null
    },
    /** Part of the transaction of an append. */
    settle: (run: RunId, id: number, answer: Answer): void => {
      const { changes } = settle.run(JSON.stringify(answer), id, run)
      invariant(changes === 1, `command ${id} waits for its answer`)
    },
  }
}
