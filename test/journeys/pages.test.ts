import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

/** Task 1 makes a file that its suite refuses, task 3 is blocked. */
const AGENT = `
if [ "$PM_AGENT_TASK" = 3 ]; then
  cat > /dev/null
  echo '{"status":"blocked","summary":"the key of the payment provider is nowhere in the repository, and neither is a hint where it could be"}' > "$PM_AGENT_RESULT_FILE"
  exit 0
fi
${HONEST_AGENT.replace('echo "made by', 'echo "built by')}`

test('the end of a run and its status fit into 80 columns, and every command in them can be copied', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}limits: { fixes: 1, parallel: 1 }\n`,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', needs: ['1'] }, { id: '3' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), AGENT)
  const env = { COLUMNS: '80' }
  const agent = `command:sh ${project.root}/agent.sh`
  const run = await project.start(['run', '--agent', agent], { env }).done
  expect(run.code, run.stdout + run.stderr).toBe(3)
  expect(settled(run.stdout, project)).toMatchInlineSnapshot(`
    "note: runs here: test = n=0; for t in tests/*.sh; do sh "$t" || exit 1;
          n=$((n+1)); done; echo "# tests $n"; echo "# pass $n"
    note: runs here: agent worker = sh /tmp/here/agent.sh
    12:00:00  ·    plan "Many files" with 3 tasks, branch pm/many-files, base c0ffee0123
    12:00:00  ·    running the commands on the base, to see what already fails
    12:00:00  ·    base: test passed (1.0 s)
    commands: test = n=0; for t in tests/*.sh; do sh "$t" || exit 1; n=$((n+1));
              done; echo "# tests $n"; echo "# pass $n"
    12:00:00  1    given to command (attempt 1): Make file 1
    12:00:00  1    it says "success", 2 changed files; now proving it
    12:00:00  1    claimed done and is not: test failed: the tests fail: exit 1; criterion:c2 failed: \`grep -c made src/1.txt\` → 1: expected exit 0, got exit 1 (1.0 s)
    12:00:00  1    sent back to command (attempt 2): Make file 1
    12:00:00  1    it says "success", 2 changed files; now proving it
    12:00:00  1    claimed done and is not: test failed: the tests fail: exit 1; criterion:c2 failed: \`grep -c made src/1.txt\` → 1: expected exit 0, got exit 1 (1.0 s)
    12:00:00  1    waits for you: Task 1 (Make file 1) still fails after 1 round of fixing: test failed: the tests fail: exit 1; criterion:c2 failed: \`grep -c made src/1.txt\` → 1: expected exit 0, got exit 1
    12:00:00  3    given to command (attempt 1): Make file 3
    12:00:00  3    it says "blocked", 0 changed files; now proving it
    12:00:00  3    waits for you: The agent for task 3 (Make file 3) says that it is blocked: the key of the payment provider is nowhere in the repository, and neither is a hint where it could be

    ESCALATION (task 1)
    Problem:     Task 1 (Make file 1) still fails after 1 round of fixing: test
                 failed: the tests fail: exit 1; criterion:c2 failed:
                 \`grep -c made src/1.txt\` → 1: expected exit 0, got exit 1
    Impact:      task 2 cannot start; independent tasks continue
    Options:     1. continue with its files, with a hint for the agent (--fresh:
                    without them): pm-agent retry 1 -m "…"
                 2. let it land anyway; it is then called waived:
                    pm-agent waive 1 -m "…"
                 3. leave it out and continue without it: pm-agent skip 1 -m "…"
    Recommended: 1
    Blocking:    yes

    ESCALATION (task 3)
    Problem:     The agent for task 3 (Make file 3) says that it is blocked: the key
                 of the payment provider is nowhere in the repository, and neither
                 is a hint where it could be
    Impact:      no other task waits for it; the plan cannot be finished
    Options:     1. try again, with a hint for the agent: pm-agent retry 3 -m "…"
                 2. leave it out and continue without it: pm-agent skip 3 -m "…"
    Recommended: 1
    Blocking:    no

    ALL BLOCKED: nothing can continue without you
      1  Make file 1: waits for you: pm-agent review 1 (blocks 2)
      2  Make file 2: waits for task 1
      3  Make file 3: waits for you: pm-agent review 3

    Result:  0 of 3 tasks completed (2 escalated, 1 blocked); 3 attempts, 2 false
             claims of success caught
    Branch:  pm/many-files at c0ffee0123
    Look:    git log --stat c0ffee0123..pm/many-files    pm-agent show TASK
             pm-agent status
    Discard: git branch -D pm/many-files; pm-agent run --anew then starts over
    Next:    pm-agent review presents each open question and takes your decision;
             then pm-agent run
    "
  `)
  const status = await project.start(['status'], { env }).done
  expect(settled(status.stdout, project)).toMatchInlineSnapshot(`
    "Many files (PLAN.md)  execute  branch pm/many-files at c0ffee0123
      1   escalated  Make file 1
      2   blocked    Make file 2  (waits for task 1, which a human must decide)
      3   escalated  Make file 3

    ESCALATION (task 1)
    Problem:     Task 1 (Make file 1) still fails after 1 round of fixing: test
                 failed: the tests fail: exit 1; criterion:c2 failed:
                 \`grep -c made src/1.txt\` → 1: expected exit 0, got exit 1
    Impact:      task 2 cannot start; independent tasks continue
    Options:     1. continue with its files, with a hint for the agent (--fresh:
                    without them): pm-agent retry 1 -m "…"
                 2. let it land anyway; it is then called waived:
                    pm-agent waive 1 -m "…"
                 3. leave it out and continue without it: pm-agent skip 1 -m "…"
    Recommended: 1
    Blocking:    yes

    ESCALATION (task 3)
    Problem:     The agent for task 3 (Make file 3) says that it is blocked: the key
                 of the payment provider is nowhere in the repository, and neither
                 is a hint where it could be
    Impact:      no other task waits for it; the plan cannot be finished
    Options:     1. try again, with a hint for the agent: pm-agent retry 3 -m "…"
                 2. leave it out and continue without it: pm-agent skip 3 -m "…"
    Recommended: 1
    Blocking:    no

    ALL BLOCKED: nothing can continue without you
      1  Make file 1: waits for you: pm-agent review 1 (blocks 2)
      2  Make file 2: waits for task 1
      3  Make file 3: waits for you: pm-agent review 3
    "
  `)
  // Events are one line each in a pipe; everything else is a page.
  const pages = [...run.stdout.split('\n').filter(line => !/^\d\d:/.test(line)), ...status.stdout.split('\n')]
  expect(pages.filter(line => line.length > 80)).toEqual([])
})

/** Without the times, commits and folders of this machine. */
const settled = (text: string, { root }: Project): string =>
  text
    // Machines differ in whether they have a sandbox.
    .slice(Math.max(0, text.indexOf('note: runs here')))
    .replaceAll(root, '/tmp/here')
    .replace(/^\d\d:\d\d:\d\d/gm, '12:00:00')
    .replace(/[\d.]+ m?s\b/g, '1.0 s')
    .replace(/\b[0-9a-f]{10}\b/g, 'c0ffee0123')
