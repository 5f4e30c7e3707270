import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const STDIO = new URL('./stdio.ts', import.meta.url).href
const STOCK = new URL('./pipe-stock.ts', import.meta.url).href

/** A program that opens the connections of a child, of which the disk does not make one. */
const opening = (stdin: string) => `
  import { spawnSync } from 'node:child_process'
  import { openStdio } from '${STDIO}'
  import { PipeStock } from '${STOCK}'
  const makeFifos = async paths => spawnSync('mkfifo', paths.toSpliced(1, 1)).status === 0
  await openStdio(process.argv[1], ${stdin}, { makeFifos, pipes: new PipeStock(makeFifos) }).catch(error => console.log(error.code))
`

test.each([
  ['without input', 'undefined'],
  ['with a text as input', `'words'`],
  ['in a conversation', `'spoken-with'`],
])('a process that could not open all connections of a child ends by itself: %s', (_, stdin) => {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-stdio-'))
  const { signal, stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', opening(stdin), join(dir, 'child')],
    { timeout: 20_000, encoding: 'utf8' },
  )
  rmSync(dir, { recursive: true })
  expect([stdout.trim(), signal]).toEqual(['ENOENT', null])
})
