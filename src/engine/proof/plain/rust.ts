/** Rust tests as parts of a program: their modules lose what makes them tests, and an example or the program itself calls them. */
import { pathOf } from '../../../core/text/paths.ts'
import { applyEdits, type Edit } from '../syntax/edits.ts'
import { isForTests } from '../syntax/tree/functions.ts'
import { nodeText, type ReadText } from '../syntax/tree/language-row.ts'
import { childIn, itemsIn, type TreeNode } from '../syntax/tree/node.ts'
import { readWhole } from '../syntax/tree/read.ts'
import { crateOf, entryText, inCrate, modulePath } from '../witness/compiled/crate.ts'
import type { MakeTestProgram, PlainTest, TestGround } from './test-program.ts'

export const rustTestProgram: MakeTestProgram = async (files, on) => {
  const { list, readText, mark } = on
  const crate = await crateOf(files, on)
  if (!crate) return null
  const { folder, name, library } = crate
  const [lib, main] = ['lib', 'main'].map(one => pathOf(folder, `src/${one}.rs`))
  const root = list.includes(lib!) ? lib! : main!
  if (!list.includes(root)) return null
  const isLibrary = root === lib
  const entry = `run_${mark}`
  const texts = new Map<string, string>()
  const [runs, beside]: [string[], string[]] = [[], []]
  const tests: PlainTest[] = []
  for (const path of files.filter(one => isLibrary || one.startsWith(pathOf(folder, 'src/')))) {
    if (path === main && isLibrary) continue
    const text = await readText(path)
    const read = text === null ? null : await readWhole(text, path)
    const isBeside = path.startsWith(pathOf(folder, 'tests/'))
    const made = read && (isBeside ? movedFile : firstModule)(read, { path, on, first: tests.length })
    if (!made) continue
    tests.push(...made.tests)
    const moved = applyEdits(text!, made.edits)
    if (isBeside) {
      const at = `${mark}/t${beside.length}.rs`
      texts.set(pathOf(folder, at), moved)
      beside.push(`#[path = "../${at}"]\nmod t${beside.length};\n`)
    } else {
      texts.set(path, moved)
      runs.push(`${modulePath(path)}${made.name}::${entry}`)
    }
  }
  const rootText = texts.get(root) ?? (await readText(root))
  if (tests.length === 0 || rootText === null) return null
  const started = isLibrary ? rootText : await withOtherMain(rootText, root, mark)
  if (started === null) return null
  texts.set(root, `${started}${entryText(entry, SECONDS, runs)}`)
  const others = beside.map((_, at) => `    t${at}::${entry}();\n`).join('')
  if (isLibrary)
    texts.set(
      pathOf(folder, `examples/${mark}.rs`),
      `${beside.join('')}\nfn main() {\n    ${library}::${entry}();\n${others}}\n`,
    )
  const program = isLibrary ? `--example ${mark}` : `--bin ${name}`
  return {
    edits: [...texts].map(([path, text]) => ({ path, text })),
    tests,
    build: `(${inCrate(crate, `CARGO_TARGET_DIR="$out" cargo build --release ${program}`)})`,
    program: isLibrary ? `release/examples/${mark}` : `release/${name}`,
  }
}

/** Tests that take longer wait for something. */
const SECONDS = 20

interface Moving {
  readonly path: string
  readonly on: TestGround
  /** The number of its first test. */
  readonly first: number
}

interface Moved {
  readonly edits: readonly Edit[]
  readonly name: string
  readonly tests: readonly PlainTest[]
}

/** A file of tests beside the program as a module of a program. */
const movedFile = (read: ReadText, moving: Moving): Moved | null => {
  const { edits, tests, run } = movedTests(read, read.root, moving)
  const [start, end] = [read.text.length, read.text.length]
  return tests.length === 0 ? null : { edits: [...edits, { start, end, text: `\n${run}`, name: '' }], name: '', tests }
}

/** The first module of tests of a file, as one that every build has. */
function firstModule(read: ReadText, moving: Moving): Moved | null {
  const item = itemsIn(read, read.root).find(one => one.node.type === 'mod_item' && isForTests(read, one))
  const [body, label] = item ? [childIn(item.node, 'body'), childIn(item.node, 'name')] : []
  if (!item || !body || !label) return null
  const { edits, tests, run } = movedTests(read, body, moving)
  const { start } = item.node
  const isPublic = item.node.children.some(({ type }) => type === 'visibility_modifier')
  return tests.length === 0
    ? null
    : {
        edits: [
          ...item.attributes.map(dropped),
          { start, end: start, text: `#[allow(warnings)]\n${isPublic ? '' : 'pub '}`, name: '' },
          ...edits,
          { start: body.end - 1, end: body.end - 1, text: run, name: '' },
        ],
        name: nodeText(read, label),
        tests,
      }
}

const dropped = ({ start, end }: TreeNode): Edit => ({ start, end, text: '', name: '' })

/** Plain tests among these items without what makes them tests, and a function that calls them. */
function movedTests(read: ReadText, among: TreeNode, { path, on: { hasPassed, mark }, first }: Moving) {
  const tests: PlainTest[] = []
  const edits: Edit[] = []
  for (const { node, attributes } of itemsIn(read, among).filter(item => isForTests(read, item))) {
    const own = childIn(node, 'name')
    const name = own ? nodeText(read, own) : ''
    const isPlain = node.type === 'function_item' && attributes.length === 1 && !childIn(node, 'return_type')
    if (!isPlain || !hasPassed(path, name)) continue
    edits.push(...attributes.map(dropped))
    tests.push({ id: `${first + tests.length}.${name}`, name })
  }
  const calls = tests.map(
    ({ id, name }) =>
      `        println!("\\n${mark} ${id} {:?}", if std::panic::catch_unwind(|| ${name}()).is_ok() { "ok" } else { "failed" });\n`,
  )
  return { edits, tests, run: `    pub fn run_${mark}() {\n${calls.join('')}    }\n` }
}

/** A program that runs its tests instead of what it does; null if it has no plain `main`. */
async function withOtherMain(text: string, path: string, mark: string): Promise<string | null> {
  const read = await readWhole(text, path)
  const main = read?.root.children.find(
    node => node.type === 'function_item' && nodeText(read, childIn(node, 'name')!) === 'main',
  )
  if (!read || !main) return null
  const { start, end } = childIn(main, 'name')!
  const other = applyEdits(text, [
    { start: main.start, end: main.start, text: '#[allow(dead_code)]\n', name: '' },
    { start, end, text: `main_${mark}`, name: '' },
  ])
  return `${other}\nfn main() {\n    run_${mark}();\n}\n`
}
