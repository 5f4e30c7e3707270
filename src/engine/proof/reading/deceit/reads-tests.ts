import { isTestFile } from '../../change/test-names.ts'
import { importsOf, withoutEnding } from '../../syntax/imports.ts'
import { relativeTo } from '../../syntax/relative.ts'
import type { DiffCheck } from '../check.ts'
import { type AddedLine, atLine, type DiffFile, type DiffUnderReview } from '../diff.ts'
import { isNamedForTests } from '../file-kind.ts'
import type { DiffFinding } from '../finding.ts'

const READS =
  /\b(?:readFile(?:Sync)?|createReadStream|readJson(?:Sync)?|open(?:Sync)?|read_text|read_bytes|read_to_string|ReadFile|Open|ifstream|fopen|loadtxt|read_(?:csv|json)|glob(?:Sync)?|readdir(?:Sync)?|listdir|require|import|Path|URL|join|resolve)\s*\(?/
const TAKES_FROM = /\bfrom\b|\bimport\b|\brequire\b/
/** A path to a test, by folder or extension. */
const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec|__snapshots__|testdata|__fixtures__)(?:\/|$)|\.(?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.(?:py|go)$|\.snap$/
const GOLDEN = /(?:^|[/_.-])(?:expected|golden|snapshots?|fixtures?)(?:[/_.-]|$)/i

/** Source code that reads its tests. */
export const readsTests: DiffCheck = {
  name: 'reads-tests',
  look: diff =>
    diff.files
      .filter(file => file.kind === 'source' && !/(^|\/)(scripts?|tools?)\/|config\.[cm]?[jt]s$/.test(file.path))
      .flatMap(file => file.added.flatMap(line => judge(diff, file, line))),
}

function judge(diff: DiffUnderReview, file: DiffFile, line: AddedLine): readonly DiffFinding[] {
  if (!READS.test(line.code) && !TAKES_FROM.test(line.code)) return []
  if (importsOf(file.path, line).some(path => isOfTests(diff, path)))
    return [atLine('reads-tests', 'question', file, line, 'imports code from the tests')]
  const strings = [...line.spoken.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g)].map(match => match[2]!)
  for (const path of strings) {
    if (path === '' || /\s|[*+?()[\]{}|^$]/.test(path) || diff.contractText.includes(path.toLowerCase())) continue
    // Files that are only named like tests were searched among the changes.
    if (TAKES_FROM.test(line.code) && isNamedForTests(relativeTo(file.path, path))) continue
    const isTest = TEST_PATH.test(path) && /[/.]/.test(path)
    const isPart =
      /^(?:tests?|__tests__|testdata|__snapshots__)$/.test(path) &&
      /\b(?:join|resolve|Path|readdir\w*|listdir)\s*\(/.test(line.code)
    // A test helper in a source folder may import other helpers.
    const isTaken = isTest && TAKES_FROM.test(line.code)
    if (isTaken) return [atLine('reads-tests', 'question', file, line, 'imports code from the tests')]
    if (isTest) return [atLine('reads-tests', 'blocking', file, line, 'reads its own tests')]
    if (isPart || (GOLDEN.test(path) && /\bread|\bopen|\bload/i.test(line.code)))
      return [atLine('reads-tests', 'question', file, line, 'seems to read its own tests')]
  }
  return []
}

/** A test of the tree, or a file named like a test that this change touched and the program does not load. */
const isOfTests = (diff: DiffUnderReview, path: string): boolean =>
  isNamedForTests(path)
    ? diff.files.some(file => file.kind === 'test' && withoutEnding(file.path) === withoutEnding(path))
    : (isTestFile(path) && exists(diff, path)) || diff.knownTests.has(path)

const exists = ({ paths }: DiffUnderReview, path: string): boolean =>
  paths.some(
    other =>
      other === path || withoutEnding(other) === withoutEnding(path) || other.startsWith(`${withoutEnding(path)}/`),
  )
