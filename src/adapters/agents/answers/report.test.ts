import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readReport } from './report.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'report-'))
  mkdirSync(join(dir, '.pm-agent'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (text: string, place = '.pm-agent/result.json') => writeFileSync(join(dir, place), text)
const problem = async () => {
  const { reading } = await readReport(dir)
  return reading.is === 'invalid' ? reading.problem : reading.is
}
const EMPTY = {
  summary: '',
  commitHash: null,
  changedFiles: [],
  testResults: null,
  issues: [],
  outputs: {},
  learnings: [],
  risks: [],
  selfAssessment: null,
  reviewNote: null,
}

describe('a report that can be read', () => {
  test('may say everything', async () => {
    write(
      JSON.stringify({
        status: 'partial',
        commit_hash: 'abc',
        changed_files: ['a.ts'],
        test_results: { passed: 3, failed: 1, command: 'npm test', output: '…' },
        summary: 'Half of it.',
        issues: ['the other half'],
        outputs: { path: 'a.ts', count: 3, nested: { a: [1] }, nothing: null },
        learnings: ['l'],
        risks: ['r'],
        self_assessment: 'uncertain',
        review_note: { summary: 's', risks: ['r'], rollback: 'revert' },
        session_id: 'f3a1-22',
        made_up: true,
      }),
    )
    expect(await readReport(dir)).toEqual({
      reading: {
        is: 'valid',
        report: {
          status: 'partial',
          summary: 'Half of it.',
          commitHash: 'abc',
          changedFiles: ['a.ts'],
          testResults: { passed: 3, failed: 1, command: 'npm test' },
          issues: ['the other half'],
          outputs: { path: 'a.ts', count: '3', nested: '{"a":[1]}', nothing: 'null' },
          learnings: ['l'],
          risks: ['r'],
          selfAssessment: 'uncertain',
          reviewNote: { summary: 's', risks: ['r'], rollback: 'revert' },
        },
      },
      session: 'f3a1-22',
    })
  })

  test.each(['success', 'partial', 'failed', 'blocked', 'contradiction', 'nothing-to-do'])(
    'may say no more than %s',
    async status => {
      write(JSON.stringify({ status }))
      expect(await readReport(dir)).toEqual({ reading: { is: 'valid', report: { status, ...EMPTY } }, session: null })
    },
  )

  test('may write null for what it leaves out, and begin with a byte order mark', async () => {
    write(
      '\ufeff{"status":"success","commit_hash":null,"issues":null,"test_results":{"passed":null},"session_id":null}',
    )
    expect((await readReport(dir)).reading).toEqual({
      is: 'valid',
      report: { status: 'success', ...EMPTY, testResults: { passed: 0, failed: 0, command: '' } },
    })
  })

  test('may be at the root, but the one in our folder takes precedence', async () => {
    write('{"status":"failed"}', '.pm-agent-result.json')
    expect((await readReport(dir)).reading).toMatchObject({ report: { status: 'failed' } })
    write('{"status":"success"}')
    expect((await readReport(dir)).reading).toMatchObject({ report: { status: 'success' } })
  })

  test('may be at the root if our folder does not exist', async () => {
    rmSync(join(dir, '.pm-agent'), { recursive: true })
    write('{"status":"success"}', '.pm-agent-result.json')
    expect((await readReport(dir)).reading.is).toBe('valid')
  })

  test('may write an item as an object', async () => {
    write(JSON.stringify({ status: 'success', risks: [{ severity: 'low', what: 'old browsers', seen: [1] }] }))
    expect((await readReport(dir)).reading).toMatchObject({
      is: 'valid',
      report: { risks: ['severity: low, what: old browsers, seen: [1]'] },
    })
  })

  test('loses its control characters', async () => {
    write(JSON.stringify({ status: 'success', summary: '\x1b[2Jgone\0', outputs: { a: 'x\x1b[31m' } }))
    expect((await readReport(dir)).reading).toMatchObject({ report: { summary: 'gone', outputs: { a: 'x' } } })
  })

  test('does not pass on an unsafe session id', async () => {
    write(JSON.stringify({ status: 'success', session_id: '--dangerously-skip' }))
    expect((await readReport(dir)).session).toBeNull()
  })
})

describe('a report that cannot be read', () => {
  test('is missing when there is none', async () => {
    expect(await readReport(dir)).toEqual({ reading: { is: 'missing' }, session: null })
    expect(await readReport(join(dir, 'nowhere'))).toEqual({ reading: { is: 'missing' }, session: null })
  })

  test.each([
    [
      'half a JSON',
      '{\n  "status": "success",\n  "summary": "Added su',
      /^\.pm-agent\/result\.json is not JSON: .* at line 3, column \d+$/,
    ],
    ['a JSON that stops between values', '{\n  "status": "success"', /at line 2, column 22$/],
    ['an empty file', '', /end of JSON input at line 1, column 1$/],
    ['something else than JSON', '# Done\n', /is not JSON: .*# Done/],
    ['another kind of value', '[]', /the whole: .*expected object/],
    ['an unknown status', '{"status":"done"}', /status: .*"success"/],
    ['no status', '{}', /status: /],
    ['a wrong type', '{"status":"success","changed_files":["a",3]}', /changed_files\[1\]: .*expected string/],
    ['a wrong number', '{"status":"success","test_results":{"passed":"3"}}', /test_results\.passed: .*number/],
  ])('is invalid when it is %s, and says where', async (_, text, expected) => {
    write(text)
    expect(await problem()).toMatch(expected)
  })

  test('is invalid when it is a link, even to a good report', async () => {
    write('{"status":"success"}', 'elsewhere.json')
    symlinkSync(join(dir, 'elsewhere.json'), join(dir, '.pm-agent/result.json'))
    expect(await problem()).toBe('.pm-agent/result.json is not a regular file')
  })

  test('is invalid when its folder is a link', async () => {
    rmSync(join(dir, '.pm-agent'), { recursive: true })
    mkdirSync(join(dir, 'elsewhere'))
    write('{"status":"success"}', 'elsewhere/result.json')
    symlinkSync(join(dir, 'elsewhere'), join(dir, '.pm-agent'))
    expect(await problem()).toBe('the folder of .pm-agent/result.json is a link or no folder')
  })

  test('is invalid when it is a folder', async () => {
    mkdirSync(join(dir, '.pm-agent/result.json'))
    expect(await problem()).toBe('.pm-agent/result.json is not a regular file')
  })

  test('is invalid when it is huge', async () => {
    write(JSON.stringify({ status: 'success', summary: 'x'.repeat(1024 * 1024) }))
    expect(await problem()).toMatch(/has \d+ bytes, more than 1048576/)
  })
})
