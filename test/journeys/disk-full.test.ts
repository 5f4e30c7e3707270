import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateOfFiles } from '../../src/lies/untouched.ts'
import { editingAgent } from '../rig/agents/editing-agent.ts'
import { Moment } from '../rig/core/at-a-moment.ts'
import { Project, processesOf } from '../rig/projects/project.ts'
import { SmallDisk } from '../rig/projects/small-disk.ts'

const SIZE_MB = 24

const stateOf = (user: Project) => join(user.root, 'state')
const oursOf = (user: Project) => join(user.dir, '.git', 'pm-agent')
const vaultOf = (user: Project) => join(oursOf(user), 'vault.git')

interface Place {
  /** The folder whose disk is full. */
  readonly full: (user: Project) => string
  /** Disks from the start, and folders that are put on one when they are there. */
  readonly disks?: (user: Project) => readonly string[]
  readonly later?: (user: Project) => readonly string[]
}

const PLACES: readonly (readonly [string, Place])[] = [
  ['of workspaces and rooms', { full: stateOf, disks: user => [stateOf(user)] }],
  ['of the journal', { full: oursOf, disks: user => [oursOf(user)], later: user => [vaultOf(user)] }],
  ['of the vault', { full: vaultOf, later: user => [vaultOf(user)] }],
  ['of journal and vault', { full: oursOf, disks: user => [oursOf(user)] }],
]

async function prepare({ disks = () => [] }: Place): Promise<{ readonly moment: Moment; readonly disk: SmallDisk }> {
  const { promise, resolve } = Promise.withResolvers<SmallDisk>()
  const moment = await Moment.prepare({
    disk: async user => {
      const disk = await SmallDisk.at(disks(user), SIZE_MB)
      resolve(disk)
      return disk
    },
  })
  return { moment, disk: await promise }
}

test.each(PLACES)(
  'a disk %s that is full in the middle of a run is named, and the run goes on later',
  async (_, place) => {
    const { moment: made, disk } = await prepare(place)
    using moment = made
    const { user } = moment
    const full = place.full(user)
    const run = await moment.start()
    for (const dir of place.later?.(user) ?? []) await disk.put(dir, SIZE_MB)
    await disk.fill(full)
    moment.endNow()
    const stood = await run.done
    expect(stood.code, stood.stdout + stood.stderr).toBe(2)
    expect(stood.stderr).toMatch(/^pm-agent: the disk .*is full/)
    expect(stood.stderr).toContain(full)
    expect(stood.stderr).toContain('free some space')
    expect(stood.stderr).toMatch(/pm-agent run (continues|goes on) from/)
    expect(stood.stderr).not.toMatch(/^\s+at /m)
    expect(processesOf(user.root)).toEqual([])
    expect(stateOfFiles(user.dir)).toEqual(moment.before)
    await disk.free(full)
    await moment.expectGoesOn()
  },
)

test.each(PLACES.filter(([, { disks, later }]) => disks && !later))(
  'a run on a full disk %s begins when there is space',
  async (_, place) => {
    const { moment: made, disk } = await prepare(place)
    using moment = made
    const full = place.full(moment.user)
    await disk.fill(full)
    const refused = await moment.pm(moment.args).done
    expect(refused.code, refused.stdout + refused.stderr).toBe(2)
    expect(refused.stderr).toContain('full')
    expect(refused.stderr).toContain(full)
    expect(refused.stderr).toContain('free some space')
    expect(refused.stderr).not.toMatch(/^\s+at /m)
    expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
    await disk.free(full)
    moment.letGo()
    const again = await moment.pm(moment.args).done
    expect(again.code, again.stdout + again.stderr).toBe(0)
    expect(stateOfFiles(moment.user.dir)).toEqual(moment.before)
  },
)

/** It takes its space at once, so that little else fails where there is too little of it. */
const WRITES = `import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { one } from '../src/one.js'
test('writes', () => execFileSync('fallocate', ['-l', one + 'M', tmpdir() + '/large']))
`

test('a gate that fails on a full disk does not count against the work: the run stops and continues later', async () => {
  using user = await Project.with({
    'package.json': '{"type":"module"}',
    'lint.sh':
      'if [ -e "$FLAG" ]; then cat /dev/zero > "$STATE/ballast" 2>/dev/null; truncate -s -700K "$STATE/ballast"; fi; exit 0\n',
    'test/old.test.js': `import { test } from 'node:test'\ntest('holds', () => {})\n`,
    'PLAN.md': '# Sums\n\n### [ ] TODO 1: Write\n\n**Files**: Create: `src/one.js`; Test: `test/new.test.js`\n',
  })
  const flag = join(user.root, 'flag')
  const settings = `commands: { test: node --test test/*.test.js, lint: sh lint.sh }\nstrength: never\nenv: { set: { FLAG: ${flag}, STATE: ${stateOf(user)} } }\n`
  user.write({ 'pm-agent.yaml': settings })
  await user.git('add', '.')
  await user.git('commit', '-qm', 'where the disk is')
  using disk = await SmallDisk.at([stateOf(user)], SIZE_MB)
  const agent = editingAgent(user, { 1: [{ 'src/one.js': 'export const one = 2\n', 'test/new.test.js': WRITES }] })
  const args = ['run', '--agent', `command:touch '${flag}'; ${agent.slice('command:'.length)}`]
  const stood = await disk.pm(user.dir, args, user.env()).done
  expect(stood.code, stood.stdout + stood.stderr).toBe(2)
  expect(stood.stderr).toMatch(/^pm-agent: the disk .*is full/)
  expect(stood.stderr).toContain(stateOf(user))
  rmSync(flag)
  await disk.free(stateOf(user))
  const again = await disk.pm(user.dir, args, user.env()).done
  expect(again.code, again.stdout + again.stderr).toBe(0)
  const { tasks } = JSON.parse((await disk.pm(user.dir, ['status', '--json'], user.env()).done).stdout)
  expect(tasks).toMatchObject([{ state: 'completed', outcome: 'proven', attempts: 1 }])
})
