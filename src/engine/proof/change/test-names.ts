import { isShellTest } from '../suite/shell-tests.ts'
import { isTestOfLanguage } from '../syntax/tree/languages.ts'

const TEST_NAMES = [
  /(^|\/)(tests?|__tests__|__snapshots__|t)\//i,
  /(^|\/)(specs?|testdata|__fixtures__|__mocks__|testing|test[_-]?(utils?|helpers?|support|lib))\//i,
  /(^|\/)test[_-]?(utils?|helpers?|support)\.\w+$|_testing\.py$/i,
  /[._-](test|spec)\.[cm]?[jt]sx?$/i,
  /\.(snap|golden)$/,
  /\.test-d\.[cm]?tsx?$/i,
  // Expected values of tests are data; code in a folder of this name may belong to the program.
  /(^|\/)(fixtures?|goldens?|expected)\/(.*\/)?[^/]+(?<!\.([cm]?[jt]sx?|py|go|rs|c|cc|cpp|cxx|h|hpp|java|rb|sh|vue|svelte))$/i,
]

/** Tests, their helpers and their snapshots, by name: protection is by name, not by existing file. */
export const isTestFile = (path: string): boolean =>
  TEST_NAMES.some(name => name.test(path)) || isTestOfLanguage(path) || isShellTest(path)
