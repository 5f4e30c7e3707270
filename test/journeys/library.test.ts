import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project, start } from '../rig/projects/project.ts'
import { HONEST_AGENT, SHELL_PROJECT, shellPlan } from '../rig/projects/shell-project.ts'

const LIBRARY = new URL('../../src/library.ts', import.meta.url).href

/** The example of the documentation, in a loop. */
const PROGRAM = `
import { drive, findPlaces, openRun, phaseOf, prepareRun, thisHolder, unwire, viewRun, wire } from '${LIBRARY}'
const [agent] = process.argv.slice(2)
const context = { cwd: process.cwd(), env: process.env, terminal: { print: console.log, warn: console.error, width: 80, colours: false } }
const places = await findPlaces(context)
const prepared = await prepareRun(context, places, { plan: 'PLAN.md', agent })
const ports = await wire(places, prepared.path, { env: process.env })
const opened = await openRun(ports, { ...prepared, holder: thisHolder() })
let { lease, state } = opened.value
for (let before = null; before !== phaseOf(state); ) {
  before = phaseOf(state)
  state = await drive(ports, { lease, state, until: now => phaseOf(now) !== before })
  console.log(before + ' → ' + phaseOf(state))
}
console.log(viewRun(state).tasks.map(({ id, state, outcome }) => [id, state, outcome].join(' ')).join('\\n'))
await ports.store.releaseLease(lease)
await unwire(ports)
`

test('another program drives a run phase by phase, and a decision of a human lets it go on', async () => {
  using project = await Project.with({
    ...SHELL_PROJECT,
    'PLAN.md': shellPlan([{ id: '1' }, { id: '2', extra: '**Hold**: yes\n' }]),
  })
  writeFileSync(join(project.root, 'agent.sh'), HONEST_AGENT)
  const program = join(project.root, 'drive.mjs')
  writeFileSync(program, PROGRAM)
  const run = () =>
    start(process.execPath, [program, `command:sh ${project.root}/agent.sh`], { cwd: project.dir, env: project.env() })
      .done

  const first = await run()
  expect([first.code, first.stdout], first.stderr).toEqual([
    0,
    'intake → execute\nexecute → execute\n1 completed proven\n2 escalated \n',
  ])
  expect((await project.pm('approve', '2')).code).toBe(0)
  const rest = await run()
  expect([rest.code, rest.stdout], rest.stderr).toEqual([
    0,
    'execute → integrate\nintegrate → release\nrelease → done\ndone → done\n1 completed proven\n2 completed proven\n',
  ])
})
