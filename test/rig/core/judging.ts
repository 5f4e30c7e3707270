import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Project } from '../projects/project.ts'
import { SHELL_PROJECT } from '../projects/shell-project.ts'

export const SPOKEN = 'The words are friendly'

/** One task that creates a file, with one criterion for a command and one for a reader. */
export const PLAN = `# Greetings

## TODOs

### [ ] TODO 1: Make the greeting

**Type**: work

**Steps**:
- [ ] Make src/1.txt

**Acceptance Criteria**:
- [ ] \`grep -c made src/1.txt\` → 1
- [ ] ${SPOKEN}
`

export const WORKER = `#!/bin/sh
cat > /dev/null
mkdir -p src tests
echo "made by $PM_AGENT_TASK" > "src/$PM_AGENT_TASK.txt"
echo "grep -q made src/$PM_AGENT_TASK.txt" > "tests/$PM_AGENT_TASK.sh"
echo '{"status":"success","summary":"SECRET STORY OF THE WORKER"}' > "$PM_AGENT_RESULT_FILE"
`

export const verdict = (fields: object = {}) => ({
  status: 'VERIFIED',
  acceptance_criteria: {
    results: [{ id: 'c2', status: 'PASS', reason: 'it greets', evidence: ['src/1.txt:1'] }],
  },
  must_not_do: { violations: [] },
  side_effects: { suspicious_passes: [], undocumented_changes: [], missing_context: [] },
  ...fields,
})
export const veto = verdict({
  status: 'FAILED',
  acceptance_criteria: {
    results: [{ id: 'c2', status: 'FAIL', reason: 'it is rude', evidence: ['src/1.txt:1'] }],
  },
})

export interface Judging {
  /** One script for each attempt of the worker. */
  readonly attempts: readonly object[]
  readonly worker?: string
  readonly plan?: string
  readonly settings?: string
  readonly files?: Readonly<Record<string, string>>
}

export async function judging({
  attempts,
  worker = WORKER,
  plan = PLAN,
  settings = '',
  files = SHELL_PROJECT,
}: Judging) {
  const project = await Project.with({
    ...files,
    'PLAN.md': plan,
    'pm-agent.yaml': (files['pm-agent.yaml'] ?? '') + settings,
  })
  writeFileSync(join(project.root, 'agent.sh'), worker)
  chmodSync(join(project.root, 'agent.sh'), 0o755)
  const script = join(project.root, 'judge.json')
  // The judge reviews the whole branch as well, and has nothing against it.
  const ship = { verdict: 'SHIP', summary: 'it fits together', findings: [] }
  writeFileSync(script, JSON.stringify({ default: attempts, final_review: [{ report: ship }] }))
  const args = ['run', '--agent', `command:sh ${project.root}/agent.sh`, '--judge', `scripted:${script}`]
  return { project, args, run: await project.pm(...args) }
}

export const gatesOf = async (project: Project, task = 0): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await project.status()).tasks[task]!.gates.map(({ gate, verdict: said }) => [gate, said]))

export const planOnBranch = (project: Project) => project.show('pm/greetings', 'PLAN.md')
