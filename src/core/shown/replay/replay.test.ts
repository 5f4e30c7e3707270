import { describe, expect, it } from 'vitest'
import { gate, receipt, refusedBy } from '../../../../test/rig/core/facts.ts'
import { commit } from '../../plan/ids.ts'
import {
  bodyOf,
  classify,
  commitKind,
  mightPassWithFiles,
  replayAdvice,
  replaySummary,
  taskOf,
  withFilesOf,
} from './replay.ts'
import type { Replayed } from './replayed.ts'

describe('what a commit says that it is', () => {
  it.each([
    ['feat(api): add search', 'feature'],
    ['fix!: wrong sum', 'fix'],
    ['perf: cache the lookup', 'perf'],
    ['test: more cases', 'chore'],
    ['maintenance: 2604 release', 'chore'],
    ['deps: qs@^6.14.1', 'chore'],
    ['v1.2.3', 'release'],
    ['Release 4.0.0', 'release'],
    ['boltons version 26.1.0', 'release'],
    ['Bumped v4.1.2', 'release'],
    ['Prepare v7.0.4.', 'release'],
    ['Back to development mode.', 'release'],
    ['Support version 1.2 of the protocol', 'feature'],
    ['Support node 22.1.0', 'feature'],
    ['Minor cleanups.', 'refactor'],
    ['Apply ruff/pyupgrade rule UP031', 'chore'],
    ['Resolve ptr_as_ptr pedantic clippy lint', 'chore'],
    ['Switch from flake8 to ruff.', 'feature'],
    ['Minor performance improvements', 'perf'],
    ['fix: lint issues', 'chore'],
    ['fix: all new eslint errors, update the rest', 'chore'],
    ['fix: linting issues that break CI', 'chore'],
    ['fix(linting): no-unused-vars', 'chore'],
    ['fix: linter crashes on an empty file', 'fix'],
    ['fix: prettier output', 'fix'],
    ['fix(performance): improve omit', 'perf'],
    ['fix: faster verification of streams', 'perf'],
    ['fix: optimized images are lost', 'fix'],
    ['fix: code cleanup', 'refactor'],
    ['fix: cleanup of temporary files fails', 'fix'],
    ['fix: refactor the reader', 'refactor'],
    ['fix: remove unused imports', 'refactor'],
    ['fix: remove unused files at the end', 'fix'],
    ['docs: explain', 'docs'],
    ['Drop "class method" from a docstring.', 'docs'],
    ['Fix typo in readme', 'docs'],
    ['Bump lodash from 1 to 2', 'chore'],
    ['Update dev-dependencies', 'chore'],
    ['[pre-commit.ci] pre-commit autoupdate (#487)', 'chore'],
    ['Update docs (#590)', 'docs'],
    ['Clarify the documentation of parse', 'docs'],
    ['Update documents in place', 'feature'],
    ['Rename getUser to findUser', 'refactor'],
    ['Correct the offset of the last page', 'fix'],
    ['Add a search field', 'feature'],
    ['constructor: whatever', 'feature'],
    ['fix(docs): a dead link', 'docs'],
    ['fix(types): export the options', 'chore'],
    ['fix(deps): update dependency a to v2', 'chore'],
    ['fix(tests/api): wrong sum', 'fix'],
    ['feat(constructor): whatever', 'feature'],
  ])('%s', (subject, kind) => {
    expect(commitKind(subject)).toBe(kind)
  })

  it.each([
    ['setutils: cover the other branch', 'tests', 'chore'],
    ['Say it better', 'docs', 'docs'],
    ['fix: a case that nobody tested', 'tests', 'chore'],
    ['fix: wrong example', 'docs', 'docs'],
    ['fix: export the options', 'types', 'chore'],
    ['Test on the newest Node', 'ci', 'chore'],
  ] as const)('%s, touching only %s', (subject, only, kind) => {
    expect(commitKind(subject, [only])).toBe(kind)
  })

  it('touches several things beside the program', () => {
    expect(commitKind('fix: export the options', ['types', 'tests', 'docs'])).toBe('chore')
    expect(commitKind('fix: export the options', ['types', 'program'])).toBe('fix')
  })

  it('says more in its body, and what machines add to it says nothing', () => {
    const text = 'Reads it with `yaml`.\n\nNote: slower.\n\nCo-authored-by: A <a@b.example>\nSigned-off-by: B\n'
    expect(bodyOf(text)).toEqual(['Reads it with `yaml`.', 'Note: slower.'])
  })

  it('grants nothing by itself', () => {
    const past = {
      commit: commit('c'.repeat(40)),
      parent: commit('p'.repeat(40)),
      subject: 'feat: x',
      body: ['Allow: vitest.config.ts', 'Files: vitest.config.ts'],
      changes: [{ path: 'vitest.config.ts', status: 'modified' }],
    } as const
    expect(taskOf(past, 'feature')).toMatchObject({
      allow: [],
      breaking: false,
      files: { create: [], modify: [], delete: [], test: [] },
    })
  })
})

describe('a task that names its files', () => {
  const past = {
    commit: commit('c'.repeat(40)),
    parent: commit('p'.repeat(40)),
    subject: 'feat: x',
    body: [],
    changes: [
      { path: '.github/ci.yml', status: 'modified' },
      { path: 'src/x.ts', status: 'added' },
      { path: 'src/y.ts', status: 'deleted' },
    ],
  } as const

  it('says what it is going to change, and may take nothing out', () => {
    expect(withFilesOf(taskOf(past, 'feature'), past).files).toEqual({
      create: ['src/x.ts'],
      modify: ['.github/ci.yml'],
      delete: [],
      test: [],
    })
  })

  it('might pass where only files were in question', () => {
    expect(mightPassWithFiles(refusedBy('protected'))).toBe(true)
    expect(mightPassWithFiles(refusedBy('test'))).toBe(false)
    expect(mightPassWithFiles(receipt())).toBe(false)
  })
})

describe('what a replay makes of a receipt', () => {
  it.each([
    ['proven', receipt()],
    ['needs-allowance', refusedBy('protected')],
    ['needs-allowance', refusedBy('test:old-form', 'changes-tests')],
    ['unproven', refusedBy('red-green', 'unproven')],
    ['environment', refusedBy('setup')],
    ['environment', refusedBy('test', 'no-tests')],
    ['environment', refusedBy('criterion:c1', 'environment')],
    [
      'environment',
      receipt({
        basis: 'none',
        gates: [gate('test', 'known-failure', { blocking: false }), gate('red-green', 'unproven')],
      }),
    ],
    [
      'environment',
      receipt({ basis: 'kept', gates: [gate('test', 'known-failure', { blocking: false }), gate('lint', 'passed')] }),
    ],
    [
      'environment',
      receipt({
        basis: 'inert',
        gates: [gate('test', 'passed'), gate('control:test', 'uncontrolled', { blocking: false })],
      }),
    ],
    [
      'proven',
      receipt({ gates: [gate('test', 'known-failure', { blocking: false }), gate('criterion:c1', 'passed')] }),
    ],
    ['environment', refusedBy('test', 'flaky')],
    ['refused', refusedBy('test')],
    ['refused', refusedBy('gutting')],
    ['needs-allowance', refusedBy('sizes', 'question')],
    ['refused', receipt({ basis: 'none', gates: [gate('protected', 'failed'), gate('test', 'failed')] })],
    ['needs-allowance', refusedBy('left-for-later')],
    ['refused', receipt({ basis: 'none', gates: [gate('left-for-later', 'failed', { halts: true })] })],
  ] as const)('%s', (is, of) => {
    expect(classify(of, new Set(['left-for-later'])).is).toBe(is)
  })

  it('names what failed once', () => {
    const of = receipt({ basis: 'none', gates: [gate('test', 'failed', { evidence: 'a > b fails\nfails:\n- a > b' })] })
    expect(classify(of).why).toBe('test failed: a > b fails')
  })
})

it('is summed up by shares, cost and what would have helped', () => {
  const result = (is: Replayed['is'], allowances: readonly string[] = []): Replayed => ({
    past: { commit: commit('c'), parent: commit('p'), subject: 's', body: [], changes: [] },
    kind: 'feature',
    is,
    why: '',
    allowances,
    withFiles: is === 'needs-allowance' ? 'proven' : null,
    receipt: null,
    durationMs: 2000,
  })
  const results = [result('proven'), result('proven'), result('needs-allowance', ['dependencies']), result('unproven')]
  expect(replaySummary(results)).toEqual([
    '4 commits replayed:',
    '     2   50 %  accepted: proven, without a question to a human',
    '     1   25 %  asked: you would have been asked once, or the task had to allow it',
    '     1   25 %  not shown: no check fails before the commit and passes after it',
    'A proof took 2.0 s (median), 2.0 s at most.',
  ])
  expect(replayAdvice(results)).toEqual([
    'What would have helped:',
    '  1 needed leave for dependencies: say so in the task (Allow: …), or answer when you are asked',
    '  1 would have been accepted had the task named its files: give tasks Files',
    '  1 had no test that shows the change: give such tasks a criterion with a command, or a Kind that keeps behaviour',
  ])
})
