import { applyEdits } from './edits.ts'
import { isTypeOnly } from './javascript/normal-form.ts'
import { isNode, type Node, parseScript, withoutCasts, wordOf } from './javascript/parse.ts'
import { languageOf } from './language.ts'
import { outside, parsePython, type Statement } from './python/parse.ts'
import { declaredNames } from './tree/names.ts'

/**
 * The new top-level names of a file; a new file is itself such a name. A test that cannot find one of
 * them on the base fails because of the change, not because it is broken.
 */
export async function addedNames(before: string | null, after: string, path: string): Promise<readonly string[]> {
  const now = await namesIn(after, path)
  if (before === null) return [path, ...now]
  const then = new Set(await namesIn(before, path))
  return now.filter(name => !then.has(name))
}

async function namesIn(text: string, path: string): Promise<readonly string[]> {
  switch (languageOf(path)) {
    case 'javascript':
      return unique(statementsOf((await parseScript(text, path))?.program).flatMap(scriptNames))
    case 'python':
      return unique(((await parsePython(text)) ?? []).flatMap(pythonNames))
    default:
      return declaredNames(text, path)
  }
}

/** Names that a Python text only imports. */
export async function onlyImported(text: string): Promise<ReadonlySet<string>> {
  const statements = (await parsePython(text)) ?? []
  const own = new Set(statements.filter(({ kind }) => kind !== 'import').flatMap(pythonNames))
  return new Set(
    statements
      .filter(({ kind }) => kind === 'import')
      .flatMap(importedNames)
      .filter(name => !own.has(name)),
  )
}

/**
 * The text without its imports and without the top-level statements that declare only these names: the rest of a file without a
 * change's own helpers. Null if the file cannot be parsed.
 */
export async function withoutNames(text: string, path: string, names: ReadonlySet<string>): Promise<string | null> {
  const statements = await topLevel(text, path)
  if (!statements) return null
  const out = statements.filter(
    ({ isImport, declares }) => isImport || (declares.length > 0 && declares.every(name => names.has(name))),
  )
  return applyEdits(
    text,
    out.map(({ start, end }) => ({ start, end, text: '', name: '' })),
  )
}

interface TopLevel {
  readonly isImport: boolean
  readonly declares: readonly string[]
  readonly start: number
  readonly end: number
}

async function topLevel(text: string, path: string): Promise<readonly TopLevel[] | null> {
  switch (languageOf(path)) {
    case 'javascript': {
      const script = await parseScript(text, path)
      if (!script) return null
      return statementsOf(script.program).map(node => ({
        isImport: node.type === 'ImportDeclaration',
        declares: scriptNames(node),
        start: node.start + script.shift,
        end: node.end + script.shift,
      }))
    }
    case 'python':
      return (
        (await parsePython(text))?.map(statement => ({
          isImport: statement.kind === 'import',
          declares: pythonNames(statement),
          start: statement.start,
          end: statement.end,
        })) ?? null
      )
    default:
      return null
  }
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)]

const statementsOf = (program: Node | undefined): readonly Node[] => (program?.body ?? []) as readonly Node[]

function scriptNames(node: Node): readonly string[] {
  if (isTypeOnly(node)) return []
  switch (node.type) {
    case 'ExportDefaultDeclaration':
      return ['default', ...boundNames((node.declaration as Node).id)]
    case 'ExportNamedDeclaration':
      return [
        ...(isNode(node.declaration) ? scriptNames(node.declaration) : []),
        ...(node.specifiers as readonly Node[])
          .filter(one => !isTypeOnly(one))
          .flatMap(one => wordOf(one.exported) ?? []),
      ]
    case 'VariableDeclaration':
      return (node.declarations as readonly Node[]).flatMap(one => boundNames(one.id))
    case 'ExpressionStatement':
      return commonNames(node.expression as Node)
    default:
      return node.type.endsWith('Declaration') ? boundNames(node.id) : []
  }
}

/** The names that a pattern binds. */
function boundNames(target: unknown): readonly string[] {
  if (!isNode(target)) return []
  switch (target.type) {
    case 'ObjectPattern':
      return (target.properties as readonly Node[]).flatMap(one => boundNames(one.value ?? one.argument))
    case 'ArrayPattern':
      return (target.elements as readonly unknown[]).flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(target.left)
    case 'RestElement':
      return boundNames(target.argument)
    default:
      return wordOf(target) === null ? [] : [wordOf(target)!]
  }
}

/** `exports.name = …` and `module.exports = { name }`. */
function commonNames(expression: Node): readonly string[] {
  if (expression.type !== 'AssignmentExpression') return []
  const value = withoutCasts(expression.right as Node)
  const [, name] = /^(?:module\.)?exports\.([^.]+)$/.exec(wordOf(expression.left) ?? '') ?? []
  const inside = value.type === 'AssignmentExpression' ? commonNames(value) : []
  if (name !== undefined && name !== 'exports') return [name, ...inside]
  if (wordOf(expression.left) !== 'module.exports' || value.type !== 'ObjectExpression') return inside
  return (value.properties as readonly Node[]).flatMap(one => wordOf(one.key) ?? [])
}

function pythonNames(statement: Statement): readonly string[] {
  const { kind, name, head, block } = statement
  if (kind === 'def' || kind === 'class') return [name]
  if (kind === 'assignment') {
    const equals = outside(head).filter(at => head[at]!.text === '=')
    const annotated = outside(head).find(at => head[at]!.text === ':')
    const targets = head.slice(0, annotated !== undefined && annotated < equals[0]! ? annotated : equals.at(-1))
    return /[.[]\S/.test(name.replace(/^\[/, ''))
      ? []
      : targets.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  }
  if (kind === 'import') return importedNames(statement)
  return block.flatMap(pythonNames)
}

/** Imported names can be imported from the module too. */
function importedNames({ head }: Statement): readonly string[] {
  const words = head.map(token => token.text).filter(word => word !== '(' && word !== ')')
  const clauses = `${words.slice(words.indexOf('import') + 1).join(' ')} `.split(' , ')
  return clauses.flatMap(clause => {
    const [first, ...rest] = clause.trim().split(' ')
    const name = rest.at(-2) === 'as' ? rest.at(-1) : first
    return name && name !== '*' ? [name] : []
  })
}
