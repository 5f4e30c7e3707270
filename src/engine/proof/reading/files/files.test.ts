import { describe, expect, it } from 'vitest'
import { found, reviewed, weight } from '../../../../../test/rig/proof/reading.ts'
import { gatesOf } from '../gates.ts'
import { readFindings } from '../registry.ts'

describe('conflict markers', () => {
  const conflict = 'const a =\n<<<<<<< HEAD\n  1\n=======\n  2\n>>>>>>> theirs\n'
  it('that were left refuse the draft', async () => {
    expect(await found('conflict-markers', { 'src/a.js': conflict, 'data.yaml': conflict })).toEqual([
      'blocking data.yaml:2',
      'blocking data.yaml:6',
      'blocking src/a.js:2',
      'blocking src/a.js:6',
    ])
  })
  it.each([
    ['a heading that is underlined', { 'README.md': 'Title\n=======\n' }, 'nothing'],
    ['a page that shows one', { 'docs/merge.rst': conflict }, 'warning'],
    ['a page that shows one as code', { 'docs/merge.md': `# Merge\n\n~~~js\n${conflict}~~~\n` }, 'warning'],
    ['a test that holds one in a string', { 'tests/a.test.js': `const text = \`\n${conflict}\`\n` }, 'nothing'],
    ['an operator', { 'src/a.cc': 'x <<<<<<<y\nstd::cout << x;\n' }, 'nothing'],
  ])('are not %s', async (_, changes, expected) => {
    expect(await weight('conflict-markers', changes)).toBe(expected)
  })
  it('that were left in a page refuse the draft, also below code', async () => {
    const page = `# Merge\n\n\`\`\`sh\ngit merge\n\`\`\`\n\n${conflict}`
    expect(await found('conflict-markers', { 'README.md': page })).toEqual([
      'blocking README.md:8',
      'blocking README.md:12',
    ])
  })
  it('of the base are not blamed', async () => {
    const base = { 'src/a.js': conflict }
    expect(await weight('conflict-markers', { 'src/a.js': `${conflict}more()\n` }, { base })).toBe('nothing')
  })
})

describe('a link', () => {
  it.each([
    ['halt', 'src/keys', '/home/ada/.ssh'],
    ['halt', 'src/keys', '../../.aws/credentials'],
    ['halt', 'a', '/etc/passwd'],
    ['blocking', 'src/keys', '/usr/share/dict/words'],
    ['blocking', 'src/keys', '../../elsewhere'],
    ['blocking', 'a', 'src/../../elsewhere'],
    ['nothing', 'src/lib/a.js', '../../packages/a.js'],
    ['nothing', 'current', 'releases/2'],
    ['nothing', 'docs/.ssh-notes', '../notes/.ssh/readme.md'],
  ])('%s: %s → %s', async (expected, path, target) => {
    expect(await weight('links', { [path]: `link to ${target}` })).toBe(expected)
  })
})

describe('a repository in the repository', () => {
  it('is refused when it is new, and asked about when it moved', async () => {
    expect(await found('nested-repositories', { 'src/impl': 'submodule' })).toEqual(['blocking src/impl'])
    const base = { 'lib/dep': 'link to a' }
    expect(await found('nested-repositories', { 'lib/dep': 'submodule' }, { base })).toEqual(['blocking lib/dep'])
    expect(await found('nested-repositories', { 'src/.git/config': '[core]' })).toEqual(['halt src/.git/config'])
  })
  it('is fine as a file about git', async () => {
    expect(await weight('nested-repositories', { '.gitignore': 'dist\n', 'src/git.ts': '' })).toBe('nothing')
  })
})

describe('a file name', () => {
  it.each([
    ['blocking', 'src/two\udc0alines.txt'],
    ['blocking', 'src/two\nlines.js'],
    ['blocking', 'src/invoice\u202efdp.exe'],
    ['blocking', 'src/\u200bcart.js'],
    ['blocking', 'src/CART.js'],
    ['blocking', 'SRC/other.js'],
    ['warning', 'src/\udce9.js'],
    ['warning', '-rf'],
    ['warning', 'src/aux.js'],
    ['nothing', 'src/größe der Datei.js'],
    ['nothing', 'docs/설명서.md'],
    ['nothing', 'docs/🎉.md'],
  ])('%s: %j', async (expected, path) => {
    expect(await weight('file-names', { [path]: 'x' }, { base: { 'src/cart.js': '' } })).toBe(expected)
  })
  it('that only changes its letters is a rename', async () => {
    const base = { 'src/cart.js': 'x' }
    expect(await weight('file-names', { 'src/cart.js': null, 'src/Cart.js': 'x' }, { base })).toBe('nothing')
  })
  it('of the base is not blamed', async () => {
    expect(await weight('file-names', { 'src/aux.js': 'y' }, { base: { 'src/aux.js': 'x' } })).toBe('nothing')
  })
})

describe('characters that cannot be seen', () => {
  it.each([
    ['blocking', 'src/a.js', 'if (access != "user\u202e \u2066// admin\u2069 \u2066") {\n'],
    ['blocking', 'src/a.js', 'const is\u200bAdmin = true\n'],
    ['blocking', 'src/a.py', 'p\u0430ssword = 1\n'],
    ['blocking', 'src/a.js', 'const \u3164 = 1\n'],
    ['blocking', 'README.md', `hello ${String.fromCodePoint(0xe0069, 0xe0067)}\n`],
    ['question', 'src/a.py', '𝐱 = 1\n'],
    ['question', 'locales/he.json', '{"a": "\u202eabc"}\n'],
    ['warning', 'src/a.js', 'const s = "a\u200bb"\n'],
    ['nothing', 'locales/he.json', '{"hello": "שלום עולם", "mark": "א\u200f!"}\n'],
    ['nothing', 'README.md', '# مرحبا بالعالم\n'],
    ['nothing', 'tests/a.test.js', 'expect(greet("ar")).toBe("مرحبا")\n'],
    ['nothing', 'src/a.js', 'const family = "👨\u200d👩\u200d👧"\n'],
    ['nothing', 'src/a.js', 'const flag = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"\n'],
    ['nothing', 'src/a.py', 'Δx = π * 2\n'],
    ['nothing', 'src/a.js', 'const имя = "Ада" // имя в коде\n'],
    ['nothing', 'src/a.js', '\ufeffconst a = 1\n'],
    ['nothing', 'src/a.js', 'const größe = 1\n'],
  ])('%s: %s %j', async (expected, path, text) => {
    expect(await weight('hidden-characters', { [path]: text })).toBe(expected)
  })
  it('are written out in the evidence', async () => {
    const findings = readFindings(await reviewed({ 'src/a.js': 'const is\u200bAdmin = 1\n' }))
    expect(findings[0]!.words).toBe('invisible characters in code: const is<U+200B>Admin = 1')
  })
})

describe('a large file', () => {
  it.each([
    ['blocking', 'data/a.bin', `\0${'x'.repeat(2_100_000)}`, 2],
    ['blocking', 'src/a.js', 'const a = 1\0\n', 50],
    ['question', 'src/a.js', 'x'.repeat(1_500_000), 50],
    ['warning', 'tests/golden.txt', 'x'.repeat(5_500_000), 50],
    ['nothing', 'tests/golden.txt', 'x'.repeat(4_900_000), 50],
    ['nothing', 'logo.png', '\0\0', 50],
  ])('%s: %s', async (expected, path, text, fileMb) => {
    expect(await weight('sizes', { [path]: text }, { fileMb })).toBe(expected)
  })
})

describe('the size of a change', () => {
  const many = (count: number, name = (at: number) => `src/${at}.js`) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), 'x\n']))
  const base = many(20, at => `old/${at}.js`)

  it.each([
    ['nothing', many(15)],
    ['warning', many(16)],
    ['warning', many(45)],
    ['question', many(46)],
    ['nothing', { ...many(15), ...many(60, at => `tests/${at}.test.js`), 'package-lock.json': '{}' }],
  ])('%s', async (expected, changes) => {
    expect(await weight('patch-size', changes, { base })).toBe(expected)
  })
  it('does not count what the contract names, and is only shown for the first files of a project', async () => {
    expect(await weight('patch-size', many(60), { base, allow: ['src/'] })).toBe('nothing')
    expect(await weight('patch-size', many(60))).toBe('warning')
  })
  it('says how much of it is layout', async () => {
    const changes = Object.fromEntries(Object.keys(base).map(path => [path, '  x\n']))
    const findings = readFindings(await reviewed(changes, { base }))
    expect(findings.filter(({ check }) => check === 'patch-size').map(({ words }) => words)).toEqual([
      '20 files changed, not counting tests, lock files and files that the contract names; the limit is 15, 20 of them only in their layout',
    ])
  })
})

describe('a folder that is a repository without a work tree', () => {
  it('is refused, and a file that is only called HEAD is not', async () => {
    const bare = { 'fixtures/repo/HEAD': 'ref: refs/heads/main\n', 'fixtures/repo/refs/heads/main': 'abc\n' }
    expect(await weight('nested-repositories', bare)).toBe('blocking')
    expect(await weight('nested-repositories', { 'docs/HEAD': 'x\n', 'docs/config': 'y\n' })).toBe('nothing')
  })
})

describe('a mode', () => {
  it('that changes is shown, unless the file says what runs it', async () => {
    const base = { 'src/a.js': 'x', 'run.py': 'x' }
    expect(await found('modes', { 'src/a.js': 'program x', 'run.py': 'program #!' }, { base })).toEqual([
      'warning run.py',
      'warning src/a.js',
    ])
    expect(await weight('modes', { 'src/a.js': 'y' }, { base })).toBe('nothing')
  })
})

describe('lock files', () => {
  const lock = (integrity: string, extra: object = {}, from = 'https://registry.example/a.tgz') =>
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0', resolved: from, integrity }, ...extra } })
  const base = { 'package.json': '{}', 'package-lock.json': lock('sha512-A') }
  const other = { 'node_modules/b': { version: '2.0.0', integrity: 'sha512-B' } }

  it.each([
    ['halt', { 'package-lock.json': lock('sha512-EVIL') }],
    ['halt', { 'package-lock.json': lock('sha512-A', {}, 'https://elsewhere.example/a.tgz') }],
    ['halt', { 'package.json': '{"dependencies":{"b":"2"}}', 'package-lock.json': lock('sha512-EVIL', other) }],
    ['question', { 'package-lock.json': lock('sha512-A', other) }],
    ['nothing', { 'package.json': '{"dependencies":{"b":"2"}}', 'package-lock.json': lock('sha512-A', other) }],
    ['nothing', { 'packages/x/package.json': '{}', 'package-lock.json': lock('sha512-A', other) }],
  ])('%s', async (expected, changes) => {
    expect(await weight('locks', changes, { base })).toBe(expected)
  })
  it('may move alone where newer packages are asked for', async () => {
    const changes = { 'package-lock.json': lock('sha512-A', other) }
    expect(await weight('locks', changes, { base, title: 'Bump b' })).toBe('nothing')
  })
  it('may move alone where dependencies are allowed', async () => {
    const changes = { 'package-lock.json': lock('sha512-A', other) }
    expect(await weight('locks', changes, { base, allow: ['dependencies'] })).toBe('nothing')
  })
  it.each([
    ['yarn.lock', 'a@^1.0.0:\n  version "1.0.0"\n  resolved "https://r/a.tgz"\n  integrity sha512-A\n'],
    ['pnpm-lock.yaml', 'packages:\n  a@1.0.0:\n    resolution: {integrity: sha512-A}\n'],
    ['Cargo.lock', '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry"\nchecksum = "sha512-A"\n'],
    ['go.sum', 'example.org/a v1.0.0 h1:sha512-A\n'],
    ['poetry.lock', '[[package]]\nname = "a"\nversion = "1.0.0"\nfiles = [{file = "a.whl", hash = "sha512-A"}]\n'],
    [
      'uv.lock',
      '[[package]]\nname = "a"\nversion = "1.0.0"\nwheels = [{url = "https://r/a.whl", hash = "sha512-A"}]\n',
    ],
    [
      'composer.lock',
      '{"packages": [{"name": "a", "version": "1.0.0", "dist": {"url": "https://r/a", "shasum": "sha512-A"}}]}',
    ],
  ])('of every kind name what a version stands for: %s', async (path, text) => {
    const changed = { [path]: text.replace('sha512-A', 'sha512-EVIL') }
    expect(await weight('locks', changed, { base: { [path]: text } })).toBe('halt')
    expect(await weight('locks', { [path]: text.replaceAll('1.0.0', '1.0.1') }, { base: { [path]: text } })).toBe(
      'question',
    )
  })
})

describe('a checksum of another kind', () => {
  const entry = (checksum: string, from = 'https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#aa') =>
    `a@^1.0.0:\n  version "1.0.0"\n  resolved "${from}"\n  integrity ${checksum}\n`
  it.each([
    ['question', 'the same place is downloaded from', entry('sha512-B')],
    ['question', 'the old one still stands there', entry('sha1-A sha512-B')],
    ['question', 'it is another name of that place', entry('sha512-B', 'https://registry.npmjs.org/a/-/a-1.0.0.tgz')],
    ['halt', 'another place is downloaded from', entry('sha512-B', 'https://example.org/a/-/a-1.0.0.tgz')],
    ['halt', 'it is no other kind', entry('sha1-C')],
    ['halt', 'another one of its kind stands beside it', entry('sha1-A sha1-EVIL')],
    ['halt', 'it is a weaker one', entry('md5-B')],
  ])('is a %s where %s', async (expected, _, text) => {
    expect(await weight('locks', { 'yarn.lock': text }, { base: { 'yarn.lock': entry('sha1-A') } })).toBe(expected)
  })
})

describe('a CMake list', () => {
  const base = { 'CMakeLists.txt': 'enable_testing()\nadd_executable(t a.cc)\nadd_test(NAME t COMMAND t)\n' }
  it.each([
    ['blocking', 'enable_testing()\nadd_executable(t a.cc)\n'],
    ['blocking', `${base['CMakeLists.txt']}set_tests_properties(t PROPERTIES WILL_FAIL TRUE)\n`],
    ['blocking', `${base['CMakeLists.txt']}add_compile_options(-w)\n`],
    ['blocking', `${base['CMakeLists.txt']}add_compile_definitions(NDEBUG)\n`],
    ['nothing', 'enable_testing()\nadd_executable(t a.cc b.cc)\nadd_test(\n  NAME t # the first\n  COMMAND t)\n'],
    ['question', 'enable_testing()\nadd_executable(t a.cc)\nadd_test(NAME t COMMAND true)\n'],
    ['question', 'enable_testing()\nadd_executable(t always.cc)\nadd_test(NAME t COMMAND t)\n'],
    ['blocking', `${base['CMakeLists.txt']}set_tests_properties(t PROPERTIES PASS_REGULAR_EXPRESSION "^")\n`],
    ['question', `${base['CMakeLists.txt']}set_tests_properties(t PROPERTIES ENVIRONMENT "QUICK=1")\n`],
    ['nothing', `${base['CMakeLists.txt']}set_tests_properties(t PROPERTIES TIMEOUT 30 LABELS unit)\n`],
    ['blocking', `function(add_test)\nendfunction()\n${base['CMakeLists.txt']}`],
    ['nothing', `${base['CMakeLists.txt']}add_executable(u b.cc)\nadd_test(NAME u COMMAND u)\n`],
    ['question', base['CMakeLists.txt'].replace('COMMAND t)', 'COMMAND t --gtest_filter=-*)')],
    ['nothing', `${base['CMakeLists.txt']}add_compile_options(-Wall -Wextra)\n`],
  ])('%s: %j', async (expected, text) => {
    expect(await weight('build-files', { 'CMakeLists.txt': text }, { base })).toBe(expected)
  })
})

describe('gates', () => {
  it('stand for one check each, weigh as much as the heaviest finding, and show the first ten places', () => {
    const at = (check: string, severity: 'halt' | 'question' | 'warning', line: number) =>
      ({ check, severity, file: 'src/a\n.js', line, words: `what: line ${line}` }) as const
    const gates = gatesOf([
      ...Array.from({ length: 12 }, (_, line) => at('scope', line === 5 ? 'halt' : 'warning', line + 1)),
      at('sizes', 'question', 1),
      at('modes', 'warning', 1),
    ])
    expect(gates.map(({ gate, verdict, blocking, halts }) => [gate, verdict, blocking, halts])).toEqual([
      ['scope', 'failed', true, true],
      ['sizes', 'question', true, undefined],
      ['modes', 'noted', false, undefined],
    ])
    expect(gates[0]!.evidence.split('\n')).toHaveLength(11)
    expect(gates[0]!.evidence).toMatch(/^src\/a\\n\.js:1: what: line 1\n.*and 2 more$/s)
  })

  it('only show what the contract allows by the name of the check', async () => {
    const changes = { 'src/a.js': '// TODO: later\n' }
    expect(await weight('left-for-later', changes)).toBe('blocking')
    expect(await weight('left-for-later', changes, { allow: ['left-for-later'] })).toBe('warning')
  })
})
