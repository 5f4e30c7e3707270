import { parsePython, type Statement } from './parse.ts'

/** One name that an import binds. */
export interface PythonImport {
  /** As written, with its dots; null for `import a.b`. */
  readonly from: string | null
  /** As written; `*` for everything. */
  readonly name: string
  /** The name that it has here: of `import a.b` the first part. */
  readonly local: string
  /** It has a name of its own here. */
  readonly isRenamed: boolean
}

/** The names of one import. */
export function importedNames({ kind, head }: Statement): readonly PythonImport[] {
  if (kind !== 'import') return []
  const words = head.map(({ text }) => text).filter(text => text !== '(' && text !== ')')
  const at = words.indexOf('import')
  const from = at === 0 ? null : words.slice(1, at).join('')
  const found: PythonImport[] = []
  let item: string[] = []
  for (const word of [...words.slice(at + 1), ',']) {
    if (word !== ',') item.push(word)
    else if (item.length > 0) {
      const as = item.indexOf('as')
      const name = item.slice(0, as < 0 ? item.length : as).join('')
      const local = as < 0 ? (from === null ? item[0]! : name) : item[as + 1]!
      found.push({ from, name, local, isRenamed: as >= 0 })
      item = []
    }
  }
  return found
}

/** The imports of a module, in functions too. */
export const importStatements = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap(one => (one.kind === 'import' ? [one] : importStatements(one.block)))

/** The names that the imports of a text bind; none if it is not Python. */
export const pythonImports = async (text: string): Promise<readonly PythonImport[]> =>
  importStatements((await parsePython(text)) ?? []).flatMap(importedNames)
