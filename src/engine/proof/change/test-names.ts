import { globMatcher } from '../../../core/text/glob.ts'
import { endings, hasEnding } from '../../../core/text/paths.ts'
import { isShellTest } from '../suite/shell-tests.ts'
import { isTestOfLanguage } from '../syntax/tree/languages.ts'

const isNamedTest = globMatcher(
  [
    '**/{test,tests,__tests__,__snapshots__,t}/**/*',
    '**/{spec,specs,testdata,__fixtures__,__mocks__,testing,test{,-,_}{util,helper}{,s},test{,-,_}{support,lib}}/**/*',
    '**/test{,-,_}{util,utils,helper,helpers,support}.+([a-z0-9_])',
    '**/*_testing.py',
    '**/*[._-]{test,spec}.{,c,m}{js,ts}{,x}',
    '**/*.{snap,golden}',
    '**/*.test-d.{,c,m}ts{,x}',
  ],
  { nocase: true },
)

/** Expected values of tests are data; code in a folder of this name may belong to the program. */
const isExpected = globMatcher(['**/{fixture,fixtures,golden,goldens,expected}/**/*'], { nocase: true })
const CODE = endings('js jsx cjs mjs ts tsx cts mts py go rs c cc cpp cxx h hpp java rb sh vue svelte')

/** Tests, their helpers and their snapshots, by name: protection is by name, not by existing file. */
export const isTestFile = (path: string): boolean =>
  isNamedTest(path) || (isExpected(path) && !hasEnding(path, CODE)) || isTestOfLanguage(path) || isShellTest(path)
