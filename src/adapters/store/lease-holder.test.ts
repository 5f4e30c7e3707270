import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { isHolderAlive, thisHolder } from './lease-holder.ts'

const startTimeOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[19]!

it('a process is itself, and alive', () => {
  expect(thisHolder()).toEqual({ pid: process.pid, startTime: startTimeOf(process.pid), host: hostname() })
  expect(isHolderAlive(thisHolder())).toBe(true)
})

it('a process that has ended is dead, and so is one whose pid belongs to another now', async () => {
  const child = spawn('cat')
  const holder = { pid: child.pid!, startTime: startTimeOf(child.pid!), host: hostname() }

  expect(isHolderAlive(holder)).toBe(true)
  expect(isHolderAlive({ ...holder, startTime: '1' })).toBe(false)
  child.stdin.end()
  await once(child, 'close')
  expect(isHolderAlive(holder)).toBe(false)
})

it('a zombie is dead although its pid is still there', async () => {
  // The parent execs a program that never reaps its child.
  const parent = spawn('sh', ['-c', 'cat <&3 >/dev/null & echo $!; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  })
  const [line] = await once(parent.stdout!, 'data')
  const pid = Number(String(line))
  const holder = { pid, startTime: startTimeOf(pid), host: hostname() }
  expect(isHolderAlive(holder)).toBe(true)

  ;(parent.stdio[3] as NodeJS.WritableStream).end()

  await expect.poll(() => isHolderAlive(holder)).toBe(false)
  expect(() => process.kill(pid, 0)).not.toThrow()
  parent.stdin!.end()
  await once(parent, 'close')
})
