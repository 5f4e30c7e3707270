import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, processesOf } from '../rig/projects/project.ts'
import { factsIn, Stage } from '../rig/projects/rehearsing.ts'
import { SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const PLAN = shellPlan([{ id: '1' }])
const WORKER = `cat > /dev/null
echo "made by $PM_AGENT_TASK" > "src/$PM_AGENT_TASK.txt"
echo "grep -q made src/$PM_AGENT_TASK.txt" > "tests/$PM_AGENT_TASK.sh"
echo '{ "status": "success", "summary": "SECRET STORY" }' > "$PM_AGENT_RESULT_FILE"
`
const SHIP = JSON.stringify({ verdict: 'SHIP', summary: 'It fits together.', findings: [] })

/** A repository with a worker and a reviewer of the whole branch alone, both scripts of the shell. */
async function reviewing(reviewer: string): Promise<Project> {
  const project = await Project.with({ ...SHELL_PROJECT, 'PLAN.md': PLAN })
  writeFileSync(join(project.root, 'agent.sh'), WORKER)
  writeFileSync(join(project.root, 'reviewer.sh'), reviewer)
  project.write({
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}agents: { worker: "command:sh ${project.root}/agent.sh" }
roles: { final-reviewer: { agent: "command:sh ${project.root}/reviewer.sh" } }
`,
  })
  return project
}

test('the findings of the final review become a task with full proof, and the branch is reviewed once more', async () => {
  using stage = await Stage.with()
  const finding =
    '{ severity: critical, title: Nobody reads file 1, detail: read it, place: "src/1.txt:1", kind: docs }'
  const run = await stage.script(
    `final_review:
  - { report: { verdict: NEEDS_FIXES, summary: almost, findings: [${finding}] } }
  - { report: { verdict: SHIP, summary: good, findings: [] } }
`,
    '--json',
  ).done
  expect(run.code, run.stdout + run.stderr).toBe(0)
  const ending = factsIn(run.stdout).flatMap(({ event }) => {
    if (event.type === 'final-review-recorded') return [event.review.verdict]
    if (event.type === 'remediation-opened') return event.tasks.map(({ id, title }) => `${id}: ${title}`)
    return event.type === 'task-landed' || event.type === 'run-finished' ? [`${event.type}`] : []
  })
  expect(ending.slice(-5)).toEqual([
    'needs-fixes',
    'review.a: (ADDED) Fix: Nobody reads file 1',
    'task-landed',
    'ship',
    'run-finished',
  ])
  stage.expectNothingHappened()
})

test('a pm-agent that was killed during the final review asks again, and the first reviewer is gone', async () => {
  // The first one never answers.
  using project = await reviewing(`cp "$PM_AGENT_PROMPT_FILE" "$(dirname "$0")/prompt"
if [ -e "$(dirname "$0")/asked" ]; then echo '${SHIP}' > "$PM_AGENT_RESULT_FILE"
else touch "$(dirname "$0")/asked"; echo waiting; exec sleep 1000; fi
`)
  const asked = Promise.withResolvers<void>()
  const watching = watch(project.root, () => existsSync(join(project.root, 'asked')) && asked.resolve())
  const first = project.start(['run'])
  await asked.promise
  watching.close()
  first.kill('SIGKILL')
  await first.done
  expect((await project.status()).run).toMatchObject({ phase: 'integrate', final_review: { verdict: null } })

  const again = await project.pm('run')
  expect(again.code, again.stdout + again.stderr).toBe(0)
  expect(again.stdout).toContain('Review:  SHIP by final-reviewer')
  expect(processesOf(project.root)).toEqual([])
  expect((await project.status()).run).toMatchObject({ phase: 'done', final_review: { verdict: 'SHIP', reviews: 1 } })
  const audit = await project.show('pm/many-files', '.dev/specs/many-files/context/audit.md')
  expect(audit).toMatch(/^## Final Code Review\n\n### \[.*\] Review #1\n- Status: SHIP\n/m)
  const prompt = readFileSync(join(project.root, 'prompt'), 'utf8')
  expect(prompt).toContain('> +made by 1')
  expect(prompt).not.toContain('SECRET STORY')
})

test('a reviewer that changes files is not believed, and a run can be asked to return before it', async () => {
  using project = await reviewing(`echo "better" > src/1.txt; echo '${SHIP}' > "$PM_AGENT_RESULT_FILE"\n`)
  const run = await project.pm('run', '--until', 'integrate')
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect((await project.status()).run).toMatchObject({ phase: 'integrate', final_review: null })
  expect((await project.pm('run')).stdout).toContain(
    'Review:  DEGRADED (final-reviewer: it changed src/1.txt: its verdict does not count)',
  )
})
