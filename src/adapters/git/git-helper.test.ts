import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GitHelper } from './git-helper.ts'
import type { GitRequest } from './git-process.ts'

const here: NodeJS.ProcessEnv = process.env
const ask = (script: string, stdin: GitRequest['stdin'] = ''): GitRequest => ({
  program: 'sh',
  args: ['-c', script],
  env: { PATH: here.PATH! },
  stdin,
})

test('programs run in a process of their own, several at a time, and their bytes arrive as they are', async () => {
  const helper = new GitHelper()
  const bytes = Buffer.from([0, 255, 10, 200])
  const [parent, ...outcomes] = await Promise.all([
    helper.run(ask('echo $PPID')),
    helper.run(ask('cat; echo no >&2; exit 3', bytes)),
    helper.run(ask('cat; cat /proc/$$/environ', 'words')),
    helper.run({ ...ask(''), program: '/nowhere/git' }),
  ])
  expect(Number(parent.stdout.toString())).not.toBe(process.pid)
  expect(outcomes).toMatchObject([
    { code: 3, stdout: bytes, stderr: 'no\n' },
    { code: 0, stdout: Buffer.from(`wordsPATH=${here.PATH}\0`) },
    { code: 127 },
  ])
})

test('when the helper is killed, what was under way has failed, and everything after it is started here', async () => {
  const helper = new GitHelper()
  const parent = Number((await helper.run(ask('echo $PPID'))).stdout.toString())
  const killed = await helper.run(ask(`kill -9 ${parent}; exec sleep 5`))
  expect(killed).toMatchObject({ code: 126, stderr: 'ended by SIGKILL' })
  const after = await helper.run(ask('echo $PPID'))
  expect([after.code, Number(after.stdout.toString())]).toEqual([0, process.pid])
})

test('the helper has an environment of its own, without anything of ours', async () => {
  const helper = new GitHelper()
  const parent = Number((await helper.run(ask('echo $PPID'))).stdout.toString())
  const names = readFileSync(`/proc/${parent}/environ`, 'latin1').split('\0').filter(Boolean)
  expect(names.map(entry => entry.split('=')[0]).filter(name => !name?.startsWith('NODE_CHANNEL'))).toEqual([])
})
