import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Moment } from '../rig/core/at-a-moment.ts'

// Kills at random moments, and everything that must hold after them: soak.test.ts.
test('after a kill in the middle of an attempt the author resumes its session, with its files', async () => {
  using moment = await Moment.prepare({
    first:
      root => `echo "$PM_AGENT_TASK $PM_AGENT_ATTEMPT \${PM_AGENT_SESSION:-none} $(cat src/half.txt 2>&1)" >> "${root}/seen"
printf 'hello\n{"type":"init","session_id":"author-of-%s"}\n' "$PM_AGENT_TASK"`,
  })
  const life = await moment.start()
  await moment.hasPrinted('author-of-1')
  life.kill('SIGKILL')
  await life.done
  await moment.expectGoesOn()
  const seen = readFileSync(join(moment.user.root, 'seen'), 'utf8').split('\n')
  expect(seen[0]).toMatch(/^1 1 none cat: /)
  expect(seen[1]).toBe('1 2 author-of-1 half of 1')
  expect(seen[2]).toMatch(/^2 1 none cat: /)
  const [lost] = JSON.parse((await moment.user.pm('show', '1', '--json')).stdout).history
  expect([lost.ending, readFileSync(lost.output, 'utf8')]).toEqual([{ is: 'lost' }, expect.stringContaining('hello')])
})
