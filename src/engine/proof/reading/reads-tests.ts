import { isTestFile } from '../names.ts'
import { relativeTo } from '../source/relative.ts'
import type { Check } from './check.ts'
import { type AddedLine, atLine, type DiffFile, type DiffUnderReview } from './diff.ts'
import { kindOf } from './file-kind.ts'
import type { Finding } from './finding.ts'

const READS =
  /\b(?:readFile(?:Sync)?|createReadStream|readJson(?:Sync)?|open(?:Sync)?|read_text|read_bytes|read_to_string|ReadFile|Open|ifstream|fopen|loadtxt|read_(?:csv|json)|glob(?:Sync)?|readdir(?:Sync)?|listdir|require|import|Path|URL|join|resolve)\s*\(?/
const TAKES_FROM = /\bfrom\b|\bimport\b|\brequire\b/
/** A path into tests, by its folder or by its ending. */
const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec|__snapshots__|testdata|__fixtures__)(?:\/|$)|\.(?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.(?:py|go)$|\.snap$/
const GOLDEN = /(?:^|[/_.-])(?:expected|golden|snapshots?|fixtures?)(?:[/_.-]|$)/i

/** Source that opens what it will be compared with. */
export const readsTests: Check = {
  name: 'reads-tests',
  look: diff =>
    diff.files
      .filter(file => file.kind === 'source' && !/(^|\/)(scripts?|tools?)\/|config\.[cm]?[jt]s$/.test(file.path))
      .flatMap(file => file.added.flatMap(line => judge(diff, file, line))),
}

function judge(diff: DiffUnderReview, file: DiffFile, line: AddedLine): readonly Finding[] {
  if (!READS.test(line.code) && !TAKES_FROM.test(line.code)) return []
  if (importedFiles(file, line).some(path => isOfTests(diff, path)))
    return [atLine('reads-tests', 'question', file, line, 'takes code from the tests')]
  const strings = [...line.spoken.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g)].map(match => match[2]!)
  for (const path of strings) {
    if (path === '' || /\s|[*+?()[\]{}|^$]/.test(path) || diff.contractText.includes(path.toLowerCase())) continue
    const isTest = TEST_PATH.test(path) && /[/.]/.test(path)
    const isPart =
      /^(?:tests?|__tests__|testdata|__snapshots__)$/.test(path) &&
      /\b(?:join|resolve|Path|readdir\w*|listdir)\s*\(/.test(line.code)
    // A helper of tests that lies among the sources takes from other helpers.
    const isTaken = isTest && TAKES_FROM.test(line.code)
    if (isTaken) return [atLine('reads-tests', 'question', file, line, 'takes code from the tests')]
    if (isTest) return [atLine('reads-tests', 'blocking', file, line, 'reads what it is tested with')]
    if (isPart || (GOLDEN.test(path) && /\bread|\bopen|\bload/i.test(line.code)))
      return [atLine('reads-tests', 'question', file, line, 'seems to read what it is tested with')]
  }
  return []
}

/** Files of the tree that a line may load, by their path without an ending. */
function importedFiles(file: DiffFile, line: AddedLine): readonly string[] {
  if (file.language === 'python') {
    const [, dots = '', from = '', names = ''] =
      /^\s*from\s+(\.*)([\w.]*)\s+import\s+(.+)/.exec(line.code) ?? /^\s*import()\s+([\w.]+)()/.exec(line.code) ?? []
    if (dots === '' && from === '') return []
    const module = relativeTo(
      dots === '' ? '' : file.path,
      `${'../'.repeat(Math.max(0, dots.length - 1))}${from.replaceAll('.', '/')}`,
    )
    return [module, ...(names.match(/\w+/g) ?? []).map(name => `${module}/${name}`)].map(path => `${path}.py`)
  }
  if (!TAKES_FROM.test(line.code)) return []
  return [...line.spoken.matchAll(/["'`](\.{1,2}\/[^"'`]+)["'`]/g)].map(match => relativeTo(file.path, match[1]!))
}

/** Among the tests of the tree, or around them and written by this very change. */
const isOfTests = (diff: DiffUnderReview, path: string): boolean =>
  (isTestFile(path) && exists(diff, path)) ||
  (kindOf(path) === 'test' && diff.files.some(file => stem(file.path) === stem(path)))

const stem = (path: string): string => path.replace(/\.\w+$/, '')
const exists = ({ paths }: DiffUnderReview, path: string): boolean =>
  paths.some(other => other === path || stem(other) === stem(path) || other.startsWith(`${stem(path)}/`))
