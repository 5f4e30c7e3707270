import { describe, expect, it } from 'vitest'
import { firstSeal, nextSeal } from '../../src/adapters/store/seal.ts'
import { type Commit, type Tree, taskId } from '../../src/core/plan/ids.ts'
import { bookkeepingPaths } from '../../src/core/plan/make-contract.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import type { Receipt } from '../../src/core/proof/receipt.ts'
import type { Event, Recorded } from '../../src/core/run/event.ts'
import { evolve } from '../../src/core/run/evolve.ts'
import { fold, type RunState, taskRun } from '../../src/core/run/state.ts'
import { DEFAULT_LIMITS } from '../../src/core/settings/config.ts'
import { gate } from '../rig/core/facts.ts'
import { FakeClock } from './clock.ts'
import { brokenInvariants } from './invariants.ts'
import { simulate } from './simulate.ts'
import type { Story } from './story.ts'
import { World } from './world.ts'

/** What a good run left behind, to be spoiled. */
interface Scene {
  readonly world: World
  readonly state: RunState
}

const STORY: Story = { seed: 3, tasks: 4, parallel: 1, trouble: 0, crashes: [], human: false }

async function goodRun(story: Partial<Story> = {}): Promise<Scene> {
  const { world, state, broken } = await simulate({ ...STORY, ...story })
  expect(broken).toEqual([])
  expect(state.finished).toBe(true)
  return { world, state }
}

/** Falsifies the journal with its seals, and gives the state that follows from it. */
function rewrite({ world, state }: Scene, change: (records: readonly Recorded[]) => readonly Recorded[]): RunState {
  const { events: stored, seals, row } = world.disk.runs.get(state.opened.runId)!
  const before = stored.map(({ version, at, body }): Recorded => ({ version, at, event: JSON.parse(body) }))
  const after = change(before).map((record, at) => ({ ...record, version: at + 1 }))
  const written = after.map(({ version, at, event }) => ({
    version,
    at,
    type: event.type,
    schema: 1,
    body: JSON.stringify(event),
  }))
  stored.splice(0, stored.length, ...written)
  let seal = firstSeal(JSON.parse(row))
  seals.clear()
  for (const event of written) {
    seal = nextSeal(seal, event)
    seals.set(event.version, seal)
  }
  return fold(after, evolve)!
}

const rewriteEvents = (scene: Scene, change: (event: Event) => Event): RunState =>
  rewrite(scene, records => records.map(record => ({ ...record, event: change(record.event) })))

const rewriteReceipt = (scene: Scene, id: string, change: (receipt: Receipt) => Receipt): RunState =>
  rewriteEvents(scene, event =>
    event.type === 'proof-recorded' && event.task === id ? { ...event, receipt: change(event.receipt) } : event,
  )

const commitOf = ({ state }: Scene, id: string): Commit => {
  const { stage } = taskRun(state, taskId(id))
  if (stage.is !== 'completed' || !stage.commit) throw new Error(`task ${id} did not land`)
  return stage.commit
}

/** Puts other files into a commit that is there already. */
async function falsify(
  { world }: Scene,
  commit: Commit,
  changes: Readonly<Record<string, string | null>>,
): Promise<Tree> {
  const { vault } = world
  const edits = Object.entries(changes).map(([path, text]) =>
    text === null ? { path, remove: true as const } : { path, text },
  )
  const tree = await vault.edit(await vault.treeOf(commit), edits)
  vault.commits.set(commit, { ...vault.commits.get(commit)!, tree })
  return tree
}

/** The landings from the first to the last. */
const landings = ({ world, state }: Scene): readonly Commit[] => {
  const ours = new Set(state.tasks.map(run => commitOf({ world, state }, run.task.id)))
  return world.vault
    .history(state.tip!)
    .toReversed()
    .filter(commit => ours.has(commit))
}

const setParent = ({ world }: Scene, commit: Commit, parent: Commit): void => {
  world.vault.commits.set(commit, { ...world.vault.commits.get(commit)!, parent })
}

describe('I1, completed means proven on exactly this code', () => {
  it('is named when a commit holds other code than was proven', async () => {
    const scene = await goodRun()
    await falsify(scene, commitOf(scene, '2'), { 'src/extra': 'slipped in' })
    expect(await brokenInvariants(scene.world, scene.state)).toEqual(['I1: the commit of 2 is not what was proven'])
  })

  it('is named when the suite fails on a commit, even one that was called proven', async () => {
    const scene = await goodRun()
    const tree = await falsify(scene, commitOf(scene, '2'), { 'src/0': 'broken' })
    const code = await scene.world.vault.without(tree, bookkeepingPaths(scene.state))
    const state = rewriteReceipt(scene, '2', receipt => ({ ...receipt, codeTree: code }))
    expect(await brokenInvariants(scene.world, state)).toEqual(['I1: the suite fails on the commit of 2'])
  })

  it('is named when a task is not done, even one that was called proven', async () => {
    const scene = await goodRun()
    const tree = await falsify(scene, commitOf(scene, '2'), { 'src/2': null, 'tests/2': null })
    const code = await scene.world.vault.without(tree, bookkeepingPaths(scene.state))
    const state = rewriteReceipt(scene, '2', receipt => ({ ...receipt, codeTree: code }))
    expect(await brokenInvariants(scene.world, state)).toEqual(['I1: 2 is called completed and is not done'])
  })

  it('is named when nothing shows the change', async () => {
    const scene = await goodRun()
    const state = rewriteReceipt(scene, '2', receipt => ({ ...receipt, basis: 'none' }))
    expect(await brokenInvariants(scene.world, state)).toEqual(['I1: the commit of 2 is not what was proven'])
  })
})

describe('I2, every commit is a landing in the right order, or ours', () => {
  it('is named when a landing is not on the branch', async () => {
    const scene = await goodRun()
    const [first, , third] = landings(scene)
    setParent(scene, third!, first!)
    expect(await brokenInvariants(scene.world, scene.state)).toEqual(['I2: a landing is not on the branch'])
  })

  it('is named when a task landed before one that it needs', async () => {
    // 1 --> 2, and 3 alone, which lands last
    const scene = await goodRun({ seed: 17, tasks: 3 })
    expect(scene.state.tasks.map(run => run.task.needs)).toEqual([[], ['1'], []])
    const [first, second, third] = landings(scene)
    setParent(scene, second!, scene.world.vault.commits.get(first!)!.parent!)
    setParent(scene, first!, second!)
    setParent(scene, third!, first!)
    expect(await brokenInvariants(scene.world, scene.state)).toEqual(['I2: 2 landed before 1'])
  })

  it('is named when a commit that is no landing changes code', async () => {
    const scene = await goodRun()
    const { vault } = scene.world
    const [, second, third] = landings(scene)
    const spec = vault.commits.get(second!)!
    const tree = await vault.edit(spec.tree, [{ path: 'src/extra', text: 'by hand' }])
    setParent(scene, third!, await vault.commit({ ...spec, tree, parent: second!, message: 'by hand' }))
    expect(await brokenInvariants(scene.world, scene.state)).toEqual(['I2: a commit that is no landing changes code'])
  })

  it('is not named when such a commit changes our own files only', async () => {
    const scene = await goodRun()
    const { vault } = scene.world
    const [, second, third] = landings(scene)
    const spec = vault.commits.get(second!)!
    const tree = await vault.edit(spec.tree, [{ path: 'PLAN.md', text: 'a note' }])
    setParent(scene, third!, await vault.commit({ ...spec, tree, parent: second!, message: 'ours' }))
    expect(await brokenInvariants(scene.world, scene.state)).toEqual([])
  })
})

describe('I3, no tree that an agent made is lost', () => {
  it('is named when a kept tree is gone', async () => {
    const scene = await goodRun()
    const ref = [...scene.world.vault.kept.keys()][1]!
    scene.world.vault.kept.delete(ref)
    expect(await brokenInvariants(scene.world, scene.state)).toEqual([`I3: ${ref} is gone`])
  })

  it('is named when a workspace is removed before its files are kept', async () => {
    const { workspaces, launch, world } = await workshop()
    await launch()
    await workspaces.discard(WORKSPACE)
    expect(world.faults).toEqual(['I3: the only copy of run/1/1 was removed'])
  })

  it('is not named when the files were kept first', async () => {
    const { workspaces, launch, world, base } = await workshop()
    await launch()
    await workspaces.collect(WORKSPACE, { base, limits: { fileMb: 1 }, at: 0 })
    await workspaces.discard(WORKSPACE)
    expect(world.faults).toEqual([])
  })
})

const WORKSPACE = { run: 'run' as never, task: taskId('1'), attempt: 1 }

/** A world with one workspace and an agent that can be launched in it. */
async function workshop() {
  const clock = new FakeClock()
  const world = new World({ seed: 1, trouble: 0, clock })
  const identity = await world.vault.identity()
  const tree = await world.vault.emptyTree()
  const base = await world.vault.commit({ tree, parent: null, message: 'start', identity, at: 0 })
  const { workspaces, agents } = world.ports()
  await workspaces.prepare(WORKSPACE, { base, from: null, files: {} })
  const spec = { ...WORKSPACE, agent: null as never, dir: '', role: 'worker', prompt: '', session: null } as const
  const limits = { token: 'token', minutes: 45, limits: DEFAULT_LIMITS }
  const launched = () => agents.launch({ ...spec, ...limits }, new AbortController().signal, async () => {})
  return { world, workspaces, base, launch: () => clock.run(launched(), 3600_000) }
}

describe('I4, nothing lands twice', () => {
  it('is named when a task has two landings on the branch', async () => {
    const scene = await goodRun()
    const { vault } = scene.world
    const { of, tip } = scene.state.release.written!
    const again = await vault.commit({ ...vault.commits.get(of)!, parent: of })
    const release = await vault.commit({ ...vault.commits.get(tip)!, parent: again })
    const state = rewrite(scene, records =>
      records.flatMap(record => {
        const { event } = record
        if (event.type === 'task-landed' && event.commit === of)
          return [record, { ...record, event: { ...event, commit: again } }]
        const isOfRelease = event.type === 'release-written' || event.type === 'branch-published'
        return [isOfRelease && event.tip === tip ? { ...record, event: { ...event, tip: release } } : record]
      }),
    )
    expect(await brokenInvariants(scene.world, state)).toEqual(['I4: a task landed twice'])
  })
})

describe('I5, no limit is exceeded', () => {
  const limited = (scene: Scene, limits: Partial<RunState['config']['limits']>) =>
    rewriteEvents(scene, event =>
      event.type === 'run-opened'
        ? { ...event, config: { ...event.config, limits: { ...event.config.limits, ...limits } } }
        : event,
    )

  it('is named when two agents ran at once', async () => {
    const scene = await goodRun()
    scene.world.runningMax = 2
    expect(await brokenInvariants(scene.world, scene.state)).toEqual(['I5: 2 agents ran at once'])
  })

  it('is named when a task was launched too often', async () => {
    const scene = await goodRun({ tasks: 1 })
    expect(await brokenInvariants(scene.world, limited(scene, { launchesPerTask: 0 }))).toEqual([
      'I5: 1 was launched 1 times',
    ])
  })

  it('is named when a task had more rounds than its budget', async () => {
    for (const spent of [{ fixes: -1 }, { relaunches: -1 }]) {
      const scene = await goodRun({ tasks: 1 })
      expect(await brokenInvariants(scene.world, limited(scene, spent))).toEqual(['I5: 1 is over its budget'])
    }
  })
})

describe('I6, only our own branch is written', () => {
  it('is named when another branch of the user was written', async () => {
    const scene = await goodRun()
    scene.world.vault.published.set('main', scene.state.tip!)
    expect(await brokenInvariants(scene.world, scene.state)).toEqual(['I6: a branch of the user was written'])
  })
})

describe('I7, the journal gives the state', () => {
  it('is named when the state holds something that the journal does not say', async () => {
    const { world, state } = await goodRun()
    expect(await brokenInvariants(world, { ...state, dispatched: [] })).toEqual([
      'I7: replaying the journal gives another state',
    ])
  })
})

describe('I8, no agent outlives its run', () => {
  it('is named when a process is still alive', async () => {
    const { world, state } = await goodRun()
    const [process] = world.processes.values()
    process!.alive = true
    expect(await brokenInvariants(world, state)).toEqual(['I8: an agent outlived its run'])
  })

  it('is named when files are collected while an agent is alive', async () => {
    const { workspaces, world, base } = await workshop()
    world.workIn(WORKSPACE, { alive: true })
    await workspaces.collect(WORKSPACE, { base, limits: { fileMb: 1 }, at: 0 })
    expect(world.faults).toEqual(['I8: files were collected while their agent was alive'])
  })
})

describe('I9, nothing lands that a gate refused', () => {
  it('is named, and I1 with it, when a gate of a landed task did not pass', async () => {
    const scene = await goodRun()
    const state = rewriteReceipt(scene, '2', receipt => ({
      ...receipt,
      gates: [...receipt.gates, gate('lint', 'failed')],
    }))
    expect(await brokenInvariants(scene.world, state)).toEqual([
      'I1: the commit of 2 is not what was proven',
      'I9: 2 landed in spite of lint, which nobody let pass',
    ])
  })

  it('is named when the receipt says that somebody let it pass, and nobody did', async () => {
    const scene = await goodRun()
    const state = rewriteReceipt(scene, '2', receipt => ({
      ...receipt,
      gates: [...receipt.gates, gate('scope', 'question', { excused: { by: 'Ada', as: 'approved' } })],
    }))
    expect(await brokenInvariants(scene.world, state)).toEqual([
      'I1: the commit of 2 is not what was proven',
      'I9: 2 landed in spite of scope, which nobody let pass',
    ])
  })
})

describe('I10, what was acknowledged is kept', () => {
  const skip = { type: 'skip-task', task: taskId('1'), by: 'Ada', note: '' } as const

  it('is named when a command was never answered', async () => {
    const { world, state } = await goodRun()
    await world.openStore().submit(state.opened.runId, skip, 0)
    expect(await brokenInvariants(world, state)).toEqual(['I10: a command was never answered'])
  })

  it('is named when an acknowledged command is not in the journal', async () => {
    const { world, state } = await goodRun()
    world.disk.inbox.push({ run: state.opened.runId, command: JSON.stringify(skip), answer: '{"accepted":true}' })
    expect(await brokenInvariants(world, state)).toEqual(['I10: 1 commands were acknowledged, 0 are in the journal'])
  })
})

describe('I11, every task comes to an end', () => {
  it('is named when work is left', async () => {
    const scene = await goodRun()
    const state = rewrite(scene, records => records.slice(0, -1))
    expect(await brokenInvariants(scene.world, state)).toEqual(['I11: work is left: [{"type":"finish-run"}]'])
  })
})

describe('I12, no view shows what the journal does not say', () => {
  it('is named, and I7 with it, when the screen would show something else', async () => {
    const { world, state } = await goodRun()
    expect(await brokenInvariants(world, { ...state, stopped: true })).toEqual([
      'I7: replaying the journal gives another state',
      'I12: a view is not derivable from the journal',
    ])
  })
})

describe('I14, no release with a red gate', () => {
  it('is named when a check of the gate failed', async () => {
    const scene = await goodRun()
    const state = rewriteEvents(scene, event =>
      event.type === 'release-gate-recorded'
        ? {
            ...event,
            proof: {
              ...event.proof,
              checks: event.proof.checks.map(check => ({ ...check, verdict: 'failed' as const })),
            },
          }
        : event,
    )
    expect(await brokenInvariants(scene.world, state)).toEqual(['I14: a release was written with a red gate'])
  })

  it('is named when the run ended without a release', async () => {
    const scene = await goodRun()
    const { of, tip } = scene.state.release.written!
    const state = rewrite(scene, records =>
      records.filter(
        ({ event }) =>
          event.type !== 'release-written' && !(event.type === 'branch-published' && event.tip === tip && of !== tip),
      ),
    )
    expect(await brokenInvariants(scene.world, state)).toEqual(['I14: the run ended without a release'])
  })
})

describe('I13, no review is called passed that did not happen', () => {
  const SHIP = { verdict: 'ship', by: 'owl', summary: '', findings: [] } as const

  it('is named when a verdict was written and nobody was asked', async () => {
    const scene = await goodRun()
    const state = rewriteEvents(scene, event =>
      event.type === 'final-review-recorded' ? { ...event, review: SHIP } : event,
    )
    const [broken] = await brokenInvariants(scene.world, state)
    expect(broken).toMatch(/^I13: event \d+ is a verdict of a review that did not happen$/)
  })

  it('is named when a run ends without a review', async () => {
    const scene = await goodRun()
    const state = rewrite(scene, records => records.filter(({ event }) => event.type !== 'final-review-recorded'))
    expect(await brokenInvariants(scene.world, state)).toEqual(['I13: the run ended with code that nobody reviewed'])
  })
})

describe('I15, nothing critical lands unseen', () => {
  it('is named when neither a reviewer nor a human looked at critical work', async () => {
    const scene = await goodRun({ tasks: 1 })
    const critical = (plan: Plan): Plan => ({ ...plan, tasks: plan.tasks.map(task => ({ ...task, tier: 'critical' })) })
    const state = rewriteEvents(scene, event =>
      event.type === 'run-opened'
        ? { ...event, plan: critical(event.plan), config: { ...event.config, review: 'auto' } }
        : event,
    )
    expect(await brokenInvariants(scene.world, state)).toContain('I15: task 1 is critical and landed unseen')
  })
})
