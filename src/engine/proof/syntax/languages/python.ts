import { globMatcher } from '../../../../core/text/glob.ts'
import { endings } from '../../../../core/text/paths.ts'
import type { TreeLanguage } from '../tree/language-row.ts'

/** Python empties values too, and has its own readers in `syntax/python/`. */
export const PYTHON: TreeLanguage = {
  language: 'python',
  grammar: 'python',
  endings: endings('py pyi'),
  comments: new Set(['comment', 'line_continuation']),
  obeyed:
    /^#(!|.*coding[:=]|\s*(type:|noqa|pragma|pylint:|mypy:|pyright:|pyre-|pytype:|ruff:|flake8:|fmt:|isort:|yapf:|nosec|doctest:|cython:|distutils:|nuitka|pants:|\/\/\/))/i,
  strings: new Set(['string']),
  functions: new Set(['function_definition']),
  nothing: 'pass',
  isTestFile: globMatcher(['**/{test_?*,?*_test,conftest}.py']),
  lines: 'python',
  isCompiled: false,
  isPublicName: name => !name.startsWith('_'),
}
