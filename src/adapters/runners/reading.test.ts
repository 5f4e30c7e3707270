import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { linesOf, treeOf } from '../../../test/rig/proof/runners.ts'
import { readGo } from './compiled/go-test.ts'
import { readTap, readThrown } from './javascript/tap-text.ts'
import { readJunit } from './junit.ts'
import { type RawReport, readSealed, suiteReport } from './reading.ts'
import { createRunners } from './runners.ts'

const lines = (raw: RawReport | null) => raw && linesOf(suiteReport(raw))

describe('a sealed report', () => {
  const secret = 'ab'.repeat(32)
  const body = JSON.stringify({ roots: ['/room'], tests: [{ file: '/room/a.js', names: ['one'], status: 'passed' }] })
  const seal = (text: string, key = secret) => `${createHmac('sha256', key).update(text).digest('hex')}\n${text}`
  const read = (report: string | null, tools: Readonly<Record<string, string>> = { secret }) =>
    linesOf(readSealed({ report, stdout: '', output: '', exitCode: 0, tools }))

  it('is read if our reporter wrote it completely', () => {
    expect(read(seal(body))).toEqual(['passed: a.js > one'])
  })

  it.each([
    ['is missing', null],
    ['is empty', ''],
    ['has no seal', body],
    ['has the seal of another secret', seal(body, 'cd'.repeat(32))],
    ['was changed', seal(body).replace('passed', 'failed')],
    ['was cut', seal(body).slice(0, -1)],
    ['has another shape', seal('{"tests":1}')],
    ['is no JSON', seal('{')],
  ])('is nothing when it %s', (_, report) => {
    expect(read(report)).toBe(null)
  })

  it('is rejected without a secret', () => {
    expect(read(seal(body, ''), {})).toBe(null)
  })
})

describe('results', () => {
  it('are sorted by file, numbered where names repeat, and free of control characters', () => {
    const test = (file: string, name: string) => ({ file, names: [name], status: 'passed' as const })
    const tests = [test('/r/b.js', 'x'), test('/r/a.js', 'red \u001b[31mx\u001b[0m\n y'), test('/r/b.js', 'x')]
    expect(lines({ roots: ['/r'], tests })).toEqual([
      'passed: a.js > red x y',
      'passed: b.js > x',
      'passed: b.js > x #2',
    ])
  })

  it('name the project only where a file ran in several', () => {
    const test = (file: string, variant: string) => ({ file, variant, names: ['x'], status: 'passed' as const })
    expect(lines({ tests: [test('a.js', 'node'), test('a.js', 'web'), test('b.js', 'node')] })).toEqual([
      'passed: a.js > [node] > x',
      'passed: a.js > [web] > x',
      'passed: b.js > x',
    ])
  })

  it('contain the important lines of a failure and its location in the tree', () => {
    const stack = `Error: no\n    at f (/r/node_modules/p/i.js:1:2)\n    at g (file:///r/src/a%20b.js:7:3)\n    at node:internal/x:1:1`
    const many = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
    const message = `Error: no\n\n    at f (/r/x.js:1:1)\n${many}`
    const report = suiteReport({
      roots: ['/r'],
      tests: [{ file: '/r/a.js', names: ['x'], status: 'failed', message, stack }],
    })
    const failure = report.tests[0]?.failure
    expect(failure?.at).toEqual({ file: 'src/a b.js', line: 7 })
    expect(failure?.message.split('\n')).toEqual([
      'Error: no',
      ...Array.from({ length: 10 }, (_, n) => `line ${n}`),
      '…',
    ])
  })
})

describe('JUnit', () => {
  it('is read with its failures, errors and skips', () => {
    const xml = `<?xml version="1.0"?>
<testsuites><testsuite name="s">
  <testcase classname="c.D" name="one &lt;1&gt;" file="t/a.py"/>
  <testcase classname="c.D" name="two"><failure message="no &amp; no">at /x</failure></testcase>
  <testcase name="three"><error><![CDATA[<boom>]]></error></testcase>
  <testcase name="four"><skipped/></testcase>
  <testcase name="five"><system-out>&lt;failure/&gt; <failure/></system-out></testcase>
</testsuite></testsuites>
`
    expect(lines(readJunit(xml))).toEqual([
      'failed: c.D > two (no & no)',
      'failed: three (<boom>)',
      'skipped: four',
      'passed: five',
      'passed: t/a.py > c.D > one <1>',
    ])
  })

  it('is rejected when it is not well formed', () => {
    expect(readJunit('<testsuites><testsuite><testcase name="a"/>')).toBe(null)
    expect(readJunit('<testsuite><testcase name="a"></testsuite></testcase>')).toBe(null)
    expect(readJunit('<testsuite><testcase name="a"/></testsuite><testsuite/>')).toBe(null)
    expect(readJunit('PASS\n<testsuite><testcase name="a"/></testsuite>')).toBe(null)
    expect(readJunit('<!DOCTYPE a [<!ENTITY b "c">]><testsuite><testcase name="&b;"/></testsuite>')).toBe(null)
  })

  it('whose tests print something like its end still fails', () => {
    const said = '<system-out><![CDATA[ok </testcase> <!-- ]]></system-out><failure message="no"/>'
    expect(readJunit(`<testsuite><testcase name="a">${said}</testcase></testsuite>`)?.tests).toMatchObject([
      { names: ['a'], status: 'failed' },
    ])
  })
})

describe('TAP', () => {
  it('of tape is one test per comment, whatever it asserts', () => {
    const text = `TAP version 13
# adds
ok 1 should be strictly equal
ok 2 should be strictly equal
# fails
ok 3 first
not ok 4 should be strictly equal
  ---
    operator: equal
    expected: 4
  ...

1..4
# tests 4
# pass  3
# fail  1
`
    expect(lines(readTap(text))).toEqual(['passed: adds', 'failed: fails (should be strictly equal)'])
  })

  it('of tape ends with the test that threw, which is the only known failure', () => {
    const text = '# adds\nok 1 should be equal\n# throws\nok 2 should be equal\n'
    expect(readTap(text)).toBe(null)
    expect(lines(readThrown(text))).toEqual(['passed: adds', 'failed: throws (it threw, and nothing ran after it)'])
  })

  it('of tape is rejected if no test had begun, or if there is a plan', () => {
    expect(readThrown('TAP version 13\n')).toBe(null)
    expect(readThrown('# adds\nok 1 a\n1..1\n')).toBe(null)
  })

  it('of tap is nested, with the file on top', () => {
    const text = `TAP version 14
# Subtest: test/a.js
    # Subtest: outer
        # Subtest: inner
            ok 1 - should be equal
            not ok 2 - should be equivalent
              ---
              diff: |
                --- expected
                +++ actual
              at:
                fileName: test/a.js
                lineNumber: 3
              ...
            1..2
        not ok 1 - inner # time=2ms
        not ok 2 - later # TODO
        1..2
    not ok 1 - outer # time=2ms
    ok 2 - off # SKIP
    not ok 3 - bad
      ---
      at: test/a.js:3:1
      ...
    1..3
not ok 1 - test/a.js # time=30ms
1..1
`
    expect(lines(readTap(text))).toEqual([
      'failed: test/a.js > outer > inner (should be equivalent, test/a.js:3)',
      'todo: test/a.js > outer',
      'skipped: test/a.js > off',
      'failed: test/a.js > bad (bad, test/a.js:3)',
    ])
  })

  it.each([
    ['has no plan', '# a\nok 1 x\n'],
    ['has fewer results than planned', '1..2\nok 1 x\n'],
    ['was given up', '1..1\nok 1 x\nBail out! no\n'],
  ])('is nothing when it %s', (_, text) => {
    expect(readTap(text)).toBe(null)
  })
})

describe('go test', () => {
  const event = (Action: string, Test?: string, Output?: string, Package = 'example.org/demo/calc') =>
    JSON.stringify({ Action, Package, Test, Output })
  const read = (events: readonly string[]) => linesOf(readGo(events.join('\n'), 'example.org/demo'))

  it('is read with its subtests and locations', () => {
    expect(
      read([
        event('run', 'TestAdd'),
        event('run', 'TestAdd/two_and_two'),
        event('output', 'TestAdd/two_and_two', '    calc_test.go:7: got 5\n'),
        event('output', 'TestAdd/two_and_two', '    --- FAIL: TestAdd/two_and_two (0.00s)\n'),
        event('fail', 'TestAdd/two_and_two'),
        event('fail', 'TestAdd'),
        event('skip', 'TestOff'),
        event('pass', 'TestOk'),
        event('fail'),
      ]),
    ).toEqual([
      'failed: calc > TestAdd (a subtest failed)',
      'failed: calc > TestAdd > two_and_two (calc_test.go:7: got 5, calc/calc_test.go:7)',
      'skipped: calc > TestOff',
      'passed: calc > TestOk',
    ])
  })

  it('counts a test that never ended as failed, a package without results as broken, and rejects a truncated stream', () => {
    expect(read([event('run', 'TestLeaves'), event('fail')])).toEqual(['failed: calc > TestLeaves (it never ended)'])
    expect(read([event('output', undefined, 'undefined: x\n'), event('fail')])).toEqual(['broken: calc (undefined: x)'])
    expect(read([event('run', 'TestOk'), event('pass', 'TestOk')])).toBe(null)
  })
})

describe('cargo test', () => {
  it('names files of the tree also in a workspace of several crates', async () => {
    const tree = treeOf({
      'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
      'a/Cargo.toml': '[package]\nname = "the-a"\n',
      'a/src/lib.rs': '',
      'a/tests/it.rs': '',
      'b/Cargo.toml': '[package]\nname = "b"\n',
      'b/src/lib.rs': '',
    })
    const part = (head: string, test: string) =>
      `     Running ${head}\n\nrunning 1 test\ntest ${test} ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n\n`
    const stdout = [
      part('unittests src/lib.rs (target/debug/deps/the_a-0a1b2c3d4e5f6071)', 'tests::one'),
      part('tests/it.rs (target/debug/deps/it-0a1b2c3d4e5f6071)', 'two'),
      part('unittests src/lib.rs (target/debug/deps/b-0a1b2c3d4e5f6071)', 'tests::one'),
    ].join('')
    const runner = await createRunners().recognise('cargo test --workspace', tree)
    expect(linesOf(runner?.read({ report: null, stdout, output: stdout, exitCode: 0, tools: {} }) ?? null)).toEqual([
      'passed: a/src/lib.rs > tests > one',
      'passed: a/tests/it.rs > two',
      'passed: b/src/lib.rs > tests > one',
    ])
  })
})
