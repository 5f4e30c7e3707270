import { afterAll, describe, expect, it } from 'vitest'
import { linesOf, SuiteRig } from '../rig/proof/runners.ts'
import { hasBubblewrap, realPath } from '../rig/sandbox.ts'
import type { RunnerKit } from './runner-kit.ts'
import { RUNNER_KITS } from './runner-kits.ts'

/** Colours and whatever else moves a cursor. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

for (const kit of RUNNER_KITS)
  describe.skipIf(kit.missing !== null)(`${kit.name}${kit.missing === null ? '' : ` (${kit.missing})`}`, () =>
    contract(kit),
  )

function contract(kit: RunnerKit): void {
  const { command, files, links = {}, variables = {} } = kit
  const rig = new SuiteRig(links, {}, variables)
  afterAll(() => rig[Symbol.dispose]())

  it('says what every test did, and of a failure what matters and where it was raised', async () => {
    const report = await rig.report(command, files)
    expect(linesOf(report)).toEqual(kit.says)
    const [failed] = report?.tests.filter(({ status }) => status === 'failed') ?? []
    const lines = failed?.failure?.message.split('\n') ?? []
    expect(lines.slice(0, kit.message.length)).toEqual(kit.message)
    expect(lines.join('')).not.toMatch(CONTROL)
    expect(lines.join('\n')).not.toContain(rig.rooms.dir)
  })

  it.skipIf(!hasBubblewrap)(
    `says the same in a sandbox, with an empty home and without a network${hasBubblewrap ? '' : ' (not run: bubblewrap is not here)'}`,
    async () => {
      using shutIn = new SuiteRig(links, {}, { ...variables, PATH: realPath })
      expect(await shutIn.run(command, files)).toEqual(kit.says)
    },
  )

  it('names what never got as far as running', async () => {
    const said = (await rig.run(command, { ...files, ...kit.broken.files })) ?? []
    // A compiler knows files by where they lie, and every room is another folder: whoever runs a suite takes that away.
    const lines = said.map(line => line.replace(/\/\S+\/rooms\/room-\d+\//, ''))
    expect(lines.filter(line => !kit.says.includes(line))).toEqual(kit.broken.says)
  })

  it('does not call silence a pass', async () => {
    expect(await rig.run(command, kit.empty.files)).toEqual(kit.empty.says)
  })

  const { control, alone } = kit
  it(control ? 'sees a control fail' : 'has no control', async () => {
    if (control) expect(await rig.control(command, files, control.beside, control.subject)).toEqual([control.says])
    else expect((await rig.runner(command, files)).control('test/sum.js', [])).toBe(null)
  })

  it(alone === null ? 'runs everything or nothing' : 'gives the same ids when one file runs alone', async () => {
    expect((await rig.runner(command, files)).selectsFiles).toBe(alone !== null)
    if (alone === null) return
    const others = Object.fromEntries(Object.entries(kit.broken.files).filter(([path]) => path !== alone))
    expect(await rig.run(command, { ...files, ...others }, { files: [alone] })).toEqual(kit.says)
  })
}
