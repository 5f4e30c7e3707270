import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

test('the review file of a task has the six gates with evidence, and commands that run as they are in a checkout', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'pm-agent.yaml': `${SHELL_PROJECT['pm-agent.yaml']}  lint: "! grep -rn tab src"\n`,
    'PLAN.md': shellPlan([{ id: '1' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const run = await project.pm('run', '--agent', `command:sh ${project.root}/agent.sh`)
  expect(run.code, run.stdout + run.stderr).toBe(0)

  const review = await project.show('pm/many-files', 'docs/reviews/many-files/1-review.md')
  const [, section = ''] = /## Mandatory gates\n\n([\s\S]*?)\n\n## Review\n/.exec(review) ?? []
  expect(section).toMatchInlineSnapshot(`
    "- plan alignment: passed
      - c1: passed (\`test -e 'src/1.txt'\`) → src/1.txt:1
      - c2: passed (\`grep -c made src/1.txt\`) → src/1.txt:1, tests/1.sh:1

          test -e 'src/1.txt'
          grep -c made src/1.txt

    - tests added: passed
      - tests/1.sh
      - red before, green after: test
    - tests run: passed
      - test: passed, 2 passed

          n=0; for t in tests/*.sh; do sh "$t" || exit 1; n=$((n+1)); done; echo "# tests $n"; echo "# pass $n"

    - lint and typecheck: passed
      - lint: passed, exit 0
      - typecheck: the project has no command for it

          ! grep -rn tab src

    - no orphan TODOs: passed
      - no note without a follow-up in src/1.txt, tests/1.sh

          git grep -nE 'TODO|FIXME|HACK|XXX' -- src/1.txt tests/1.sh

    - review note: warned
      - its author wrote none: it was made from the facts
    - docs updated: passed
      - no public API or setting changed without its documentation
    - rollback note: passed
      - no schema or infrastructure changed without its rollback"
  `)

  const clone = join(project.root, 'clone')
  await project.git('clone', '--quiet', '--branch', 'pm/many-files', project.dir, clone)
  const results = []
  for (const [, command] of section.matchAll(/^ {6}(.+)$/gm)) {
    const { code, stdout } = await project.shell(clone, command!)
    results.push([code, stdout])
  }
  // No file has an orphan note: git finds nothing.
  expect(results).toEqual([
    [0, ''],
    [0, '1\n'],
    [0, '# tests 2\n# pass 2\n'],
    [0, ''],
    [1, ''],
  ])

  const { mandatory_gates: gates } = JSON.parse((await project.pm('show', '1', '--json')).stdout)
  expect(gates.map(({ gate, result }: Record<string, string>) => `${gate}: ${result!.replace('-', ' ')}`)).toEqual(
    [...section.matchAll(/^- (.+)$/gm)].map(([, line]) => line),
  )
})
