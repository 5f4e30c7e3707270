import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../projects/project.ts'

/** The parts that differ between stand-ins. */
interface StandIn {
  /** The cost that a launch reports. */
  readonly costUsd: number
  /** Lines of shell before the work; `$session` is the session and `$said` the command line. */
  readonly before?: string
}

/** A program that behaves like Claude Code, creates the file of its task, and objects to no branch; returns its path. */
export function standInClaude(project: Project, { costUsd, before = '' }: StandIn): string {
  const path = join(project.root, 'claude')
  writeFileSync(
    path,
    `#!/bin/sh
case "$1" in --version) echo '2.1.325 (Claude Code)'; exit;; esac
head -n 1 > /dev/null
said=$*
while [ $# -gt 0 ]; do case "$1" in --session-id|--resume) session=$2;; esac; shift; done
echo '{"type":"system","subtype":"init","session_id":"'$session'","model":"claude-opus-5","claude_code_version":"2.1.325"}'
${before}
case "$PM_AGENT_ROLE" in
  verifier) echo '{"status":"VERIFIED","acceptance_criteria":{"results":[]},"must_not_do":{"violations":[]},"side_effects":{}}' > "$PM_AGENT_RESULT_FILE";;
  final-reviewer) echo '{"verdict":"SHIP","summary":"good","findings":[]}' > "$PM_AGENT_RESULT_FILE";;
  *)
    echo made > "src/$PM_AGENT_TASK.txt"
    echo '{"status":"success","summary":"made","outputs":{"path":"src/'$PM_AGENT_TASK'.txt"}}' > "$PM_AGENT_RESULT_FILE";;
esac
echo '{"type":"result","subtype":"success","is_error":false,"result":"made","session_id":"'$session'","total_cost_usd":${costUsd},"usage":{"input_tokens":300,"output_tokens":60}}'
`,
  )
  chmodSync(path, 0o755)
  return path
}
