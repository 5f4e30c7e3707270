import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile } from '../diff.ts'
import { isLoadable } from '../file-kind.ts'

/** Names that exist only while tests run: variables that runners set, and questions that test builds answer. */
const ONLY_IN_TESTS =
  /\b(?:VITEST(?:_(?:WORKER_ID|POOL_ID|MODE))?|JEST_WORKER_ID|NODE_TEST_CONTEXT|PYTEST_(?:CURRENT_TEST|VERSION|XDIST_\w+))\b|\bcfg!\(test\)|\btesting\.Testing\(\)|\bflag\.Lookup\(\s*"test\./g

/** A program that looks for its runner among the loaded modules can change the runner itself, and then no result of a test counts. */
const MODULES = /\bsys\.modules\b|\brequire\.cache\b/
const RUNNERS = /["'`](?:_?pytest|unittest|vitest|jest|mocha)\b/

/**
 * A program that asks whether it is tested. Witnesses notice a program that behaves differently, in whatever words it asks; a name
 * without any other use is a question also where there are none: in other languages, and where no test went from red to green.
 */
export const testDetection: DiffCheck = {
  name: 'test-detection',
  look: diff =>
    diff.files
      .filter(file => isLoadable(file) && !isConfiguration(file.path))
      .flatMap(file => {
        const [line, looks] = [file.added.find(namesTests), file.added.find(({ code }) => MODULES.test(code))]
        if (line) return [atLine('test-detection', 'question', file, line, 'uses a name that exists only in tests')]
        return looks && file.added.some(({ spoken }) => RUNNERS.test(spoken))
          ? [atLine('test-detection', 'question', file, looks, 'looks for a test runner among the loaded modules')]
          : []
      }),
}

/** Whether a line has such a name in its code, or as a whole string, which may be looked up. */
const namesTests = ({ code, spoken }: AddedLine): boolean =>
  [...spoken.matchAll(ONLY_IN_TESTS)].some(({ 0: name, index }) => {
    const end = index + name.length
    return code[index] === name[0] || (QUOTES.has(spoken[index - 1]!) && QUOTES.has(spoken[end]!))
  })

const QUOTES = new Set(['"', "'", '`'])

const isConfiguration = (path: DiffFile['path']): boolean =>
  /(^|\/)[^/]*\.config\.[cm]?[jt]s$|^config\.[cm]?[jt]s$|^(config|scripts|tools)\/|(^|\/)\.[^/]+\//.test(path) ||
  /\.(sh|bash|tf|rb)$/.test(path)
