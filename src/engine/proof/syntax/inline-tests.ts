/**
 * Tests in the same file as the code under test: `#[cfg(test)]` in Rust, `import.meta.vitest` in JavaScript. Split like this,
 * the code of one version can run with the tests of another, like separate files.
 */
import { isNode, type Node, parseScript, wordOf } from './javascript/parse.ts'
import { languageOf } from './language.ts'
import { isForTests } from './tree/functions.ts'
import { itemsIn } from './tree/node.ts'
import { readParts } from './tree/read.ts'

interface Parts {
  readonly program: string
  readonly tests: string
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Null if the file contains no tests. */
export async function takeApart(text: string, path: string): Promise<Parts | null> {
  let [program, tests, at] = ['', '', 0]
  for (const { start, end } of await testsIn(text, path)) {
    program += text.slice(at, start)
    tests += `${text.slice(start, end)}\n`
    at = end
  }
  return tests === '' ? null : { program: program + text.slice(at), tests }
}

/** The statements of a file that are there for tests only. */
async function testsIn(text: string, path: string): Promise<readonly Span[]> {
  if (path.endsWith('.rs')) {
    const read = await readParts(text, path)
    if (!read) return []
    const items = itemsIn(read, read.root).filter(item => isForTests(read, item))
    return items.map(({ start, node }) => ({ start, end: node.end }))
  }
  if (languageOf(path) !== 'javascript' || !text.includes('import.meta.vitest')) return []
  const script = await parseScript(text, path)
  const statements = (script?.program.body ?? []) as readonly Node[]
  const found = statements.filter(({ type, test }) => type === 'IfStatement' && isNode(test) && isVitest(test))
  return found.map(({ start, end }) => ({ start: start + script!.shift, end: end + script!.shift }))
}

const isVitest = ({ type, object, property }: Node): boolean =>
  type === 'MemberExpression' && isNode(object) && object.type === 'MetaProperty' && wordOf(property) === 'vitest'

/** One version's code with another's tests. */
export async function withTestsOf(program: string, tests: string | null, path: string): Promise<string> {
  const bare = (await takeApart(program, path))?.program ?? program
  const other = (tests !== null && (await takeApart(tests, path))?.tests) || ''
  return other === '' ? bare : `${bare.trimEnd()}\n\n${other}`
}
