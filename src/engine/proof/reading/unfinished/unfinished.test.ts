import { describe, expect, it } from 'vitest'
import { weight } from '../../../../../test/rig/proof/reading.ts'

describe('work that is left for later', () => {
  it.each([
    ['blocking', 'src/a.js', '// TODO: handle errors\n'],
    ['blocking', 'src/a.js', 'go() // FIXME\n'],
    ['blocking', 'src/a.js', '/*\n * HACK: works for now\n */\n'],
    ['blocking', 'src/a.py', 'x = 1  # XXX what about zero\n'],
    ['blocking', 'src/a.py', 'def f():\n    """TODO write this."""\n'],
    ['blocking', 'src/a.js', '// TODO(ada): later\n'],
    ['blocking', 'src/a.js', '/** @todo finish */\n'],
    ['blocking', 'run.sh', '# TODO remove\n'],
    ['warning', 'src/a.test.js', '// TODO: more cases\n'],
  ])('%s: %s %j', async (expected, path, text) => {
    expect(await weight('left-for-later', { [path]: text })).toBe(expected)
  })

  it.each([
    ['src/a.js', '// TODO(#123): handle errors\n'],
    ['src/a.js', '// TODO(task-7): handle errors\n'],
    ['src/a.js', '// TODO: see https://example.org/1\n'],
    ['src/a.js', '// FIXME SHOP-12: rounding\n'],
    ['src/a.js', '// shows the TODO list of a user\n'],
    ['src/a.js', 'const words = ["TODO", "FIXME"]\n'],
    ['src/a.js', 'const label = `TODO: ${title}`\n'],
    ['src/a.js', '// a phone number looks like +1-XXX-XXX\n'],
    ['src/todo.js', 'export const todo = () => todos.first()\n'],
    ['src/a.test.js', 'expect(parse("// TODO: x")).toEqual([])\n'],
    ['README.md', '- TODO: everything\n'],
  ])('is not %s %j', async (path, text) => {
    expect(await weight('left-for-later', { [path]: text })).toBe('nothing')
  })

  it('is only shown where an old note stands once more, as when a function is cut in two', async () => {
    const base = { 'src/a.js': 'function a() {\n  // TODO: make this configurable\n  go()\n}\n' }
    const twice =
      'function a() {\n    // TODO: make this configurable\n}\nfunction b() {\n  // TODO: make this configurable\n}\n'
    expect(await weight('left-for-later', { 'src/a.js': twice }, { base })).toBe('warning')
    const another = `${twice}// TODO: test this\n`
    expect(await weight('left-for-later', { 'src/a.js': another }, { base })).toBe('blocking')
  })

  it('is only shown where an old note is corrected', async () => {
    const base = { 'src/a.js': '// XXX not as RFC 8909 says\na()\n' }
    const corrected = '// XXX not as RFC 8089 says\na()\n'
    expect(await weight('left-for-later', { 'src/a.js': corrected }, { base })).toBe('warning')
    expect(await weight('left-for-later', { 'src/a.js': `${corrected}// FIXME: b\n` }, { base })).toBe('blocking')
  })

  it('is not what was there before', async () => {
    const base = { 'src/a.js': '// TODO: old\na()\n' }
    expect(await weight('left-for-later', { 'src/a.js': '// TODO: old\na()\nb()\n' }, { base })).toBe('nothing')
    expect(await weight('left-for-later', { 'src/a.js': null, 'src/b.js': base['src/a.js'] }, { base })).toBe('nothing')
  })
})

describe('a suppression in code', () => {
  it('is shown where the file has such ones already, and asked about where it is the first', async () => {
    const base = { 'src/a.ts': 'const x = f(y as any)\n', 'src/b.ts': '// as any of them\nf()\n' }
    const more = { 'src/a.ts': `${base['src/a.ts']}g(y as any)\n` }
    expect(await weight('suppressions', more, { base })).toBe('warning')
    expect(await weight('suppressions', { 'src/b.ts': 'f(y as any)\n' }, { base })).toBe('question')
  })

  it('that is only written otherwise is shown', async () => {
    const base = { 'src/a.ts': 'const x = f(y as any)\n' }
    expect(await weight('suppressions', { 'src/a.ts': 'const x = f(\n  y as any,\n)\n' }, { base })).toBe('warning')
  })

  it.each([
    ['blocking', 'src/lib.rs', '#![allow(warnings)]\n'],
    ['blocking', 'A.java', '@SuppressWarnings("all")\n'],
    ['question', 'a.cc', '#pragma GCC diagnostic ignored "-Wall"\n'],
    ['question', 'src/a.ts', 'const x = y as any\n'],
    ['warning', 'src/a.test.ts', 'const x = y as any\n'],
    ['nothing', 'src/lib.rs', '#[allow(dead_code)]\n'],
    ['nothing', 'src/a.ts', '// as many as any of them\n'],
  ])('%s: %s %j', async (expected, path, text) => {
    expect(await weight('suppressions', { [path]: text })).toBe(expected)
  })
})
