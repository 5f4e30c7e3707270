/** Go tests as parts of a program: their files get other names and another package in the place of `testing`. */

import { pathOf } from '../../../core/text/paths.ts'
import type { TreeEdit } from '../../../ports.ts'
import { goModule } from '../settings/requirements.ts'
import { applyEdits } from '../syntax/edits.ts'
import { goPackage } from '../syntax/languages/go.ts'
import { nodeText, type ReadText } from '../syntax/tree/language-row.ts'
import { childIn, outermost } from '../syntax/tree/node.ts'
import { readWhole } from '../syntax/tree/read.ts'
import { folderOf } from '../translation/tree-paths.ts'
import { goTesting } from './go-testing.ts'
import type { MakeTestProgram, PlainTest, TestGround } from './test-program.ts'

interface GoPackage {
  /** The working directory of its tests. */
  readonly folder: string
  /** The folder of its files. */
  readonly place: string
  readonly name: string
  readonly edits: readonly TreeEdit[]
  readonly tests: readonly PlainTest[]
}

export const goTestProgram: MakeTestProgram = async (files, on) => {
  const { mark } = on
  const module = goModule((await on.readText('go.mod')) ?? '')
  if (module === null) return null
  const testing = `${module}/${mark}/testing`
  const packages: GoPackage[] = []
  for (const folder of new Set(files.filter(path => path.endsWith('_test.go')).map(folderOf)))
    packages.push(...(await packagesIn(folder, testing, on)))
  const libraries = packages.filter(({ name, tests }) => name !== 'main' && tests.length > 0)
  const program = packages.find(({ name, tests }) => name === 'main' && tests.length > 0)
  // A program cannot be loaded by another one: it runs its tests instead of what it does.
  const chosen = libraries.length > 0 ? libraries : program ? [program] : []
  if (chosen.length === 0) return null
  const runs = chosen.map(one => ({ path: pathOf(one.place, `zzz${mark}.go`), text: runText(one, testing, mark) }))
  const imports = libraries.map(({ place }, at) => `\tp${at} "${pathOf(module, place)}"\n`).join('')
  const calls = libraries.map((_, at) => `\tp${at}.Run${mark}()\n`).join('')
  const main = {
    path: `${mark}/main.go`,
    text: `package main\n\nimport (\n${imports})\n\nfunc main() {\n${calls}}\n`,
  }
  const place = libraries.length > 0 ? mark : chosen[0]!.place
  const name = libraries.length > 0 ? 'app' : pathOf(module, place).split('/').at(-1)!
  return {
    edits: [
      ...packages.flatMap(({ edits }) => edits),
      ...runs,
      ...(libraries.length > 0 ? [main] : []),
      { path: `${mark}/testing/testing.go`, text: goTesting(mark) },
    ],
    tests: chosen.flatMap(({ tests }) => tests),
    build: `go build -buildvcs=false -o "$out/${name}" './${place}'`,
    program: name,
  }
}

/** The test files of a folder, moved among the program: those of its package, and those of one of their own. None if they have another form. */
async function packagesIn(
  folder: string,
  testing: string,
  { list, readText, mark, hasPassed }: TestGround,
): Promise<readonly GoPackage[]> {
  const found = new Map<string, GoPackage & { readonly edits: TreeEdit[]; readonly tests: PlainTest[] }>()
  for (const [at, path] of list.filter(one => one.endsWith('_test.go') && folderOf(one) === folder).entries()) {
    const text = await readText(path)
    const read = text === null ? null : await readWhole(text, path)
    const functions = read ? functionsOf(read) : []
    if (!read || functions.includes('TestMain')) return []
    const name = goPackage(read.text) ?? ''
    const place = name.endsWith('_test') ? pathOf(mark, folder, 'beside') : folder
    const own = found.get(name) ?? { folder, place, name, edits: [], tests: [] }
    found.set(name, own)
    const names = functions.filter(one => /^Test(?![a-z])/.test(one) && hasPassed(path, one))
    own.tests.push(...names.map(one => ({ id: pathOf(place, one), name: one })))
    const moved = outermost(read.root, ({ type }) => type === 'import_spec').flatMap(spec => {
      const node = childIn(spec, 'path')!
      const isTesting = nodeText(read, node) === '"testing"'
      return isTesting ? [{ start: node.start, end: node.end, text: `"${testing}"`, name: '' }] : []
    })
    own.edits.push(
      { path, remove: true },
      { path: pathOf(place, `zz${at}${mark}.go`), text: applyEdits(read.text, moved) },
    )
  }
  return [...found.values()]
}

const functionsOf = (read: ReadText): readonly string[] =>
  outermost(read.root, ({ type }) => type === 'function_declaration').flatMap(node => {
    const name = childIn(node, 'name')
    return name ? [nodeText(read, name)] : []
  })

/** The last file of its package: what it does first comes after everything else of the package. */
const runText = ({ folder, name, tests }: GoPackage, testing: string, mark: string): string => `package ${name}

import (
	os${mark} "os"
	testing${mark} "${testing}"
)

func Run${mark}() {
	testing${mark}.RunAll("${folder}", []testing${mark}.Case{
${tests.map(one => `\t\t{Id: "${one.id}", Run: ${one.name}},\n`).join('')}	})
}
${name === 'main' ? `\nfunc init() {\n\tRun${mark}()\n\tos${mark}.Exit(0)\n}\n` : `\nvar _ = os${mark}.Exit\n`}`
