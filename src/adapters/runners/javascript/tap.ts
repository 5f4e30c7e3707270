import { shellWord } from '../../../core/text/shell-word.ts'
import type { SuiteLaunch, TestRunner, TreeReader } from '../../../ports.ts'
import { type ArgumentRules, commandOf, sortArguments } from '../arguments.ts'
import { besideScript, CONTROL_SAYS, controlName, loading, typesOff } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { operandsOf } from '../operands.ts'
import { suiteReport } from '../reading.ts'
import { startedBy } from './node-program.ts'
import { readNothing, readTap, readThrown } from './tap-text.ts'

const RULES: ArgumentRules = {
  withValue: new Set('-r --require --import -i --ignore -R --reporter -t --timeout -j --jobs'.split(' ')),
  dropped: new Set(
    '-R --reporter -b --bail -w --watch --no-only --only -O --allow-empty-coverage --disable-coverage --allow-incomplete-coverage --coverage --no-coverage --check-coverage --no-check-coverage -c --color -C --no-color'.split(
      ' ',
    ),
  ),
}

/** tape and tap print TAP themselves, which is parsed from stdout; a test that prints can break it or add to it. */
export async function recogniseTap(invocation: Invocation, tree: TreeReader): Promise<TestRunner | null> {
  const started = startedBy(invocation, { tape: /tape\/bin\/tape$/, tap: /tap\/(?:dist\/.*|bin\/)run\.m?js$/ })
  if (!started) return null
  const isTap = /\btap$|tap\/(?:dist|bin)\//.test(started.words.at(-1)!)
  const uncovered = isTap ? withoutCoverage((await tree.readText('package.json')) ?? '') : ''
  const { options, whole, places } = sortArguments(started.args, RULES)
  const words = ({ files }: SuiteLaunch): readonly string[] => [
    ...started.words,
    ...(files ? options : whole).map(({ raw }) => raw),
    ...(isTap ? ['--reporter=tap', uncovered] : []),
    ...(files ?? []).map(shellWord),
    // Errors of files that cannot be loaded, separate from the results.
    '2>>{tools}/report',
  ]
  const before = [...invocation.before, 'pwd >{tools}/report']
  return {
    name: isTap ? 'tap' : 'tape',
    // tape's results do not name their file, so ids from a partial run would differ from those of a full run.
    selectsFiles: isTap,
    operands: operandsOf(places),
    launch: how => ({ command: commandOf({ ...invocation, before }, how, { words: words(how) }), tools: {} }),
    read({ stdout, exitCode, report }) {
      const [root = '', ...complaints] = (report ?? '').split('\n')
      const complaint = complaints.join('\n')
      const ended = () => readThrown(stdout) ?? readNothing(stdout, complaint)
      const raw = readTap(stdout, complaint) ?? (!isTap && exitCode ? ended() : null)
      return raw && suiteReport({ ...raw, roots: root.startsWith('/') ? [root] : [] })
    },
    isTestFile: path =>
      /(^|\/)tests?\/.*\.[cm]?[jt]s$|[._-]test\.[cm]?[jt]s$/.test(path) && !/(^|\/)node_modules\//.test(path),
    control(beside, subjects) {
      const name = controlName()
      const path = besideScript(beside, name)
      const text = `${typesOff(path)}import('${isTap ? 'tap' : 'tape'}').then(({ default: tap }) => tap.test('${name}', async t => {\n${loading(path, subjects)}  t.fail('${CONTROL_SAYS}')\n  t.end()\n}))\n`
      return { path, text }
    },
  }
}

/** Coverage failures are not test failures. Since version 18, tap uses a different option. */
function withoutCoverage(manifest: string): string {
  const major = Number(/"tap"\s*:\s*"[\^~>=\s]*(\d+)/.exec(manifest)?.[1] ?? Number.POSITIVE_INFINITY)
  return major < 18 ? '--no-coverage' : '--disable-coverage'
}
