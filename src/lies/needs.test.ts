import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fits } from './needs.ts'

it('what a machine lacks is named', async () => {
  expect(await fits(['true', 'no-such-program', 'false'], process.env)).toBe('"no-such-program" does not work here')
  expect(await fits(['true'], process.env)).toBe(null)
})

it('a check that ends does not end another one that is under way', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-needs-'))
  try {
    const [started, gate] = [join(dir, 'started'), join(dir, 'gate')]
    execFileSync('mkfifo', [gate])
    const slow = fits([`touch '${started}' && cat '${gate}'`], process.env)
    await expect.poll(() => existsSync(started), { timeout: 10_000 }).toBe(true)
    expect(await fits(['true'], process.env)).toBe(null)
    // Nobody reads any more where the other one was ended, and then this would wait for ever.
    writeFileSync(gate, 'go', { flag: 'r+' })
    expect(await slow).toBe(null)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
