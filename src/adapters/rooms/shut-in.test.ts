import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RoomsRig } from '../../../test/rig/proof/rooms.ts'
import { hasBubblewrap, realPath } from '../../../test/rig/sandbox.ts'

describe.skipIf(!hasBubblewrap)(`in a sandbox${hasBubblewrap ? '' : ' (not run: bubblewrap is not here)'}`, () => {
  const shutIn = () => new RoomsRig({ PATH: realPath })

  test('the level that is reached is said', async () => {
    using world = shutIn()
    expect((await world.rooms.environment()).sandbox).toBe('bubblewrap, loopback only')
  })

  test('a command works in its room, with its own home and temporary folder', async () => {
    using world = shutIn()
    world.write({ 'trees/one/a.txt': 'hello\n' })
    const room = await world.open('one')
    const script =
      'cat a.txt && echo more > b.txt && echo x > $HOME/x && echo y > $TMPDIR/y && echo z > /tmp/z && node -p 1+1'
    const result = await world.run(room, script)
    expect({ ending: result.ending, stdout: result.stdout }).toEqual({
      ending: { is: 'exited', code: 0 },
      stdout: 'hello\n2\n',
    })
    expect((await world.run(room, 'cat b.txt; ls /tmp/z || true')).stdout).toBe('more\n')
  })

  test("the user's home, checkout and our own files are not there, and nothing else can be written", async () => {
    using world = shutIn()
    mkdirSync(join(world.dir, 'home/.ssh'), { recursive: true })
    writeFileSync(join(world.dir, 'home/.ssh/id'), 'secret')
    writeFileSync(join(world.usersTop, 'draft.txt'), 'secret')
    writeFileSync(join(world.cacheDir, 'made'), 'secret')
    world.write({ 'trees/one/a.txt': '', 'trees/two/b.txt': 'secret' })
    const room = await world.open('one')
    const other = await world.open('two')
    for (const path of [join(world.dir, 'home/.ssh/id'), join(world.usersTop, 'draft.txt'), join(other.dir, 'b.txt')])
      expect((await world.run(room, `cat ${path}`)).ending).toEqual({ is: 'exited', code: 1 })
    for (const path of ['/etc/pm-agent-was-here', '/usr/pm-agent-was-here'])
      expect((await world.run(room, `touch ${path}`)).ending).toEqual({ is: 'exited', code: 1 })
    // Where it names a program, the kernel starts that outside.
    expect((await world.run(room, 'find /proc/sys -type f -writable')).stdout).toBe('')
  })

  test('only its own processes are there, and they end with it', async () => {
    using world = shutIn()
    world.write({ 'trees/one/a.txt': '' })
    const room = await world.open('one')
    const result = await world.run(room, 'setsid sleep 1000 & ls -d /proc/[0-9]* | wc -l')
    expect(Number(result.stdout)).toBeLessThan(10)
    expect((await world.run(room, 'kill -9 1; kill -9 -1; echo alive')).ending.is).not.toBe('stopped')
  })

  test('loopback is there, and nothing beyond it', async () => {
    using world = shutIn()
    world.write({ 'trees/one/a.txt': '' })
    const room = await world.open('one')
    expect((await world.run(room, 'ls /sys/class/net; cat /proc/net/dev | tail -n +3 | wc -l')).stdout.trim()).toMatch(
      /1$/,
    )
    const server = `node -e "require('net').createServer(s=>s.end('hi')).listen(9000,'127.0.0.1',function(){require('net').connect(9000,'127.0.0.1').on('data',d=>{console.log(String(d));this.close()})})"`
    expect((await world.run(room, server)).stdout).toBe('hi\n')
  })
})
