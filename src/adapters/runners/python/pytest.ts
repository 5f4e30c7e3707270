import { posix } from 'node:path'
import { shellWord } from '../../../core/text/shell-word.ts'
import type { SuiteLaunch, TestRunner, TreeReader } from '../../../ports.ts'
import { type ArgumentRules, commandOf, sortArguments } from '../arguments.ts'
import type { Word } from '../command-line.ts'
import { CONTROL_SAYS, controlName } from '../control.ts'
import type { Invocation } from '../invocation.ts'
import { namesAlone } from '../one-test.ts'
import { operandsOf } from '../operands.ts'
import { readSealed } from '../reading.ts'
import { withSecret } from '../reporter-text.ts'
import { PLUGIN, PLUGIN_NAME, START } from './pytest-plugin.ts'

const RULES: ArgumentRules = {
  withValue: new Set(
    '-k -m -c --rootdir -p -o --override-ini -W --pythonwarnings -n --numprocesses --dist --maxfail --tb --durations --junitxml --junit-xml --cov --cov-report --ignore --ignore-glob --deselect --confcutdir --basetemp --import-mode --color --capture --reruns --reruns-delay --timeout -r --log-file'.split(
      ' ',
    ),
  ),
  dropped: new Set(
    '-x --exitfirst --maxfail --tb --junitxml --junit-xml --cov --cov-report --cov-fail-under --no-cov --cov-branch --durations --color -q -qq -v -vv -vvv --quiet --verbose --reruns --reruns-delay --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --cache-clear --co --collect-only --pdb'.split(
      ' ',
    ),
  ),
}

// For the shell: nothing at all if unset, because an empty entry would mean the current folder.
const FROM_SETTINGS = '${' + 'PYTHONPATH:+:$PYTHONPATH}'

/** pytest as a program, or as a module of the python that the command names. */
export function recognisePytest(invocation: Invocation, tree: TreeReader): TestRunner | null {
  const started = startOf(invocation)
  if (!started) return null
  const { options, whole, places: named } = sortArguments(started.args, RULES)
  const isShuffler = options.some(({ value }) => /no:randomly/.test(value))
  // Entries of the project's own command come after ours, and so do those of the settings.
  const own = invocation.env.find(text => text.startsWith('PYTHONPATH='))
  const path = `PYTHONPATH={tools}${own ? `:${own.slice('PYTHONPATH='.length)}` : FROM_SETTINGS}`
  const words = ({ files, shuffled, alone }: SuiteLaunch): readonly string[] => [
    ...started.words,
    '-p',
    PLUGIN_NAME,
    ...'-p no:cacheprovider --continue-on-collection-errors'.split(' '),
    ...(shuffled === undefined && !isShuffler ? ['-p', 'no:randomly'] : []),
    ...(files ? options : whole).map(({ raw }) => raw),
    ...places(files ?? [], namesAlone({ files, alone })).map(shellWord),
  ]
  return {
    name: 'pytest',
    selectsFiles: true,
    operands: operandsOf(named),
    launch: how => ({
      command: commandOf(invocation, how, { env: [path, 'PYTHONDONTWRITEBYTECODE=1'], words: words(how) }),
      tools: withSecret({ [`${PLUGIN_NAME}.py`]: PLUGIN, 'start.py': START }),
    }),
    read: readSealed,
    sharesProcess: true,
    isTestFile: file => /(^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file),
    control: (beside, subjects) => controlOf(beside, subjects, tree),
  }
}

/** pytest names a test by its file and enclosing classes. */
const places = (files: readonly string[], alone: readonly string[] | null): readonly string[] =>
  alone && files.length === 1 ? [[files[0], ...alone].join('::')] : files

function startOf({
  program,
  args,
}: Invocation): { readonly words: readonly string[]; readonly args: readonly Word[] } | null {
  if (program === 'pytest' || program === 'py.test') return { words: ['pytest'], args }
  if (!/^(?:\.?venv\/bin\/|\/(?:[\w.+-]+\/)*)?python(?:3(?:\.\d+)?)?$/.test(program)) return null
  const at = args.findIndex(({ value }) => !value.startsWith('-') || value === '-m')
  if (args[at]?.value !== '-m' || args[at + 1]?.value !== 'pytest') return null
  // `-m pytest` would find a pytest.py in the root first; our start looks only for the package.
  return { words: [program, ...args.slice(0, at).map(({ raw }) => raw), '{tools}/start.py'], args: args.slice(at + 2) }
}

function controlOf(
  beside: string,
  subjects: readonly string[],
  tree: TreeReader,
): { readonly path: string; readonly text: string } {
  const control = controlName()
  const name = beside.endsWith('_test.py') ? `${control}_test.py` : `test_${control}.py`
  const path = posix.join(posix.dirname(beside), name)
  const lines = subjects.flatMap(subject => loadingLines(subject, tree))
  // Loaded with the file, so that code which changes the runner has done so before the test begins.
  return { path, text: [...lines, `def test_${control}():`, ...REFUSAL, ''].join('\n') }
}

/** It fails if assertions work, and passes if one kind of them was disabled. */
const REFUSAL = [
  '    import unittest',
  '    silent = 0',
  '    try:',
  '        assert 1 == 2',
  '        silent += 1',
  '    except AssertionError:',
  '        pass',
  '    for name, values in (("assertEqual", (1, 2)), ("assertTrue", (False,)), ("assertIn", (1, []))):',
  '        try:',
  '            getattr(unittest.TestCase(), name)(*values)',
  '            silent += 1',
  '        except AssertionError:',
  '            pass',
  '    if silent == 0:',
  `        raise AssertionError("${CONTROL_SAYS}")`,
]

/** By the name that tests would use: the path without folders that are not packages. */
function loadingLines(subject: string, tree: TreeReader): readonly string[] {
  const parts = subject
    .replace(/\.py$/, '')
    .replace(/\/__init__$/, '')
    .split('/')
  const isPackage = (count: number): boolean => tree.list.includes(`${parts.slice(0, count).join('/')}/__init__.py`)
  let from = parts.length - 1
  while (from > 0 && isPackage(from)) from--
  const names = [...new Set([parts.slice(from), parts].map(found => found.join('.')))]
  return [
    `for name in ${JSON.stringify(names)}:`,
    '    try:',
    '        __import__(name)',
    '    except BaseException:',
    '        pass',
  ]
}
