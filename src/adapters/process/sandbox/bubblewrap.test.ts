import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bubblewrap } from './bubblewrap.ts'

test('a program behind a link in a package is mounted where it really is', () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'bubblewrap-')))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'package'))
  mkdirSync(join(dir, 'shared/tool/bin'), { recursive: true })
  symlinkSync(join(dir, 'shared'), join(dir, 'package/node_modules'))
  const { args } = bubblewrap(
    { file: 'bwrap', ownUsers: true, emptyFile: join(dir, 'empty') },
    {
      cwd: '/',
      home: null,
      hidden: [],
      shown: [join(dir, 'package'), join(dir, 'package/node_modules/tool')],
      masked: [],
      writable: [],
      inPlaceOf: [],
      network: 'loopback',
      meetsOthers: false,
    },
  )
  const mounted = args.filter((arg, at) => args[at - 1] === '--ro-bind' && arg.startsWith(dir))
  expect(mounted).toEqual([join(dir, 'package'), join(dir, 'shared/tool')])
})
