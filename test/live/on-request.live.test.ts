import { expect, test } from 'vitest'
import { playGemini } from './gemini-alone.ts'
import { PLAYED } from './live-kit.ts'
import { playLive } from './live-suite.ts'
import { hasTrap, playTrap } from './repository-trap.ts'

const HAVE_THEIR_OWN = ['claude', 'codex']

for (const { cli } of PLAYED)
  if (!HAVE_THEIR_OWN.includes(cli.name))
    playLive(cli.name, found => {
      if (hasTrap(found)) playTrap(found)
      if (found.name === 'gemini') playGemini(found)
    })

test('the two usual CLIs are always wanted', () => {
  expect(PLAYED.map(({ cli }) => cli.name)).toEqual(expect.arrayContaining(HAVE_THEIR_OWN))
})
