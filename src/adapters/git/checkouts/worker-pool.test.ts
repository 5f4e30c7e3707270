import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../../../../test/rig/git.ts'
import { FILE_WORK } from './file-work.ts'
import { withManyHands } from './worker-pool.ts'

const MANY = 5_000

async function manyFiles() {
  const world = await createWorld({})
  const root = join(world.dir, 'many')
  mkdirSync(root)
  const paths = Array.from({ length: MANY }, (_, at) => `file-${at}`)
  for (const path of paths) writeFileSync(join(root, path), `the words of ${path}`)
  return { world, place: { root, idLength: 40 }, paths }
}

test('several threads return the results of one thread, in the same order', async () => {
  const { world, place, paths } = await manyFiles()
  using _world = world
  expect((await withManyHands('ids', place, paths)).flat()).toEqual(FILE_WORK.ids(place, paths))
  expect(Buffer.concat(await withManyHands('stats', place, paths))).toEqual(FILE_WORK.stats(place, paths))
})

test('an error that every thread reports reaches the caller', async () => {
  const { world, place, paths } = await manyFiles()
  using _world = world
  await expect(withManyHands('ids', place, [...paths, 'not there', ...paths])).rejects.toThrow(/ENOENT.*not there/)
})
