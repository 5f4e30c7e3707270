import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fittingsOf } from '../../../core/settings/config.ts'
import { accountHome } from '../user-home.ts'
import { Sandbox } from './sandbox.ts'

test.each([{ HOME: undefined }, { HOME: '/' }, { HOME: '/no/such/folder' }])(
  'the home of the account is hidden from commands where the variable is $HOME',
  async ({ HOME }) => {
    const dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    writeFileSync(join(dir, 'bwrap'), '', { mode: 0o755 })
    const around = { userEnv: { HOME, PATH: dir }, checkout: dir, masked: [], tempRoot: dir, works: async () => true }
    const enclosure = await new Sandbox(around).command({ room: dir, place: dir, fittings: fittingsOf({}) })
    const emptied = enclosure?.args.filter((_, at, args) => args[at - 1] === '--tmpfs')
    expect(emptied).toContain(accountHome())
  },
)
