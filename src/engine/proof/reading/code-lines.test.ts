import { describe, expect, it } from 'vitest'
import { splitCode } from './code-lines.ts'
import { kindOf, type ReadLanguage } from './file-kind.ts'

const parts = (text: string, language: ReadLanguage = 'c-like') =>
  splitCode(text, language).map(({ code, comment }) => [code.trim(), comment.trim()])

describe('code is told from comments and strings', () => {
  it.each([
    ['const a = "TODO" // why', 'const a = "    "', '// why'],
    ["const a = 'it\\'s // no' // yes", "const a = '           '", '// yes'],
    ['const a = /[/"]`/ // yes', 'const a = /     / // yes'.slice(0, 17), '// yes'],
    ['const a = b / c // half', 'const a = b / c', '// half'],
    ['const url = `http://${host}/a` // at', 'const url = `       ${host}  `'.replace('${', ' {'), '// at'],
    ['a /* in between */ b', 'a                  b', '/* in between */'],
  ])('%s', (text, code, comment) => {
    expect(parts(text)).toEqual([[code, comment]])
  })

  it('over many lines', () => {
    expect(parts('/* one\n two */ x\n`a\n// b` // c')).toEqual([
      ['', '/* one'],
      ['x', 'two */'],
      ['`', ''],
      ['`', '// c'],
    ])
  })

  it('in templates within templates', () => {
    expect(parts('`a${ { b: `${c}` } }d` + e')[0]![0]).toMatch(/\{ b: ` *\{c\}` \} \} *` \+ e$/)
  })

  it('in Python, where a text that stands alone is documentation', () => {
    expect(parts('def f():\n    """TODO: doc"""\n    x = """TODO""" # later', 'python')).toEqual([
      ['def f():', ''],
      ['', '"""TODO: doc"""'],
      ['x = "        "', '# later'],
    ])
  })

  it('in Rust, where a quote may begin a lifetime', () => {
    expect(parts("fn f<'a>(x: &'a str) { 'b' } // c")[0]![1]).toBe('// c')
  })
})

describe('the kind of a file', () => {
  it.each([
    ['source', ['src/a.ts', 'lib/a.py', 'CMakeLists.txt', 'Makefile', 'run.sh', 'docs/conf.py', 'src/testing.ts']],
    ['test', ['src/a.test.ts', 'tests/data.json', 'fixtures/a.pem', 'e2e/login.ts', 'src/__mocks__/fs.ts']],
    ['docs', ['README.md', 'docs/guide.html', 'notes.txt', 'LICENSE']],
    ['lock', ['package-lock.json', 'web/yarn.lock', 'go.sum']],
    ['data', ['locales/he.json', 'config.yaml', 'logo.png', '.env', 'pyproject.toml']],
    ['foreign', ['vendor/x/a.go', 'static/jquery.min.js', 'api/user.pb.go']],
  ])('is %s', (kind, paths) => {
    for (const path of paths) expect([path, kindOf(path)]).toEqual([path, kind])
  })
})
