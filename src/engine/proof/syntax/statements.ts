/** The top-level statements of a file: units with names that can be added, moved or removed. */
import { isTypeOnly } from './javascript/normal-form.ts'
import { boundNames, isNode, type Node, parseScript, withoutCasts, wordOf } from './javascript/parse.ts'
import { languageOf } from './language.ts'
import { importedNames } from './python/imports.ts'
import { outside, parsePython, type Statement } from './python/parse.ts'
import { namesBelow } from './tree/names.ts'
import { itemsIn } from './tree/node.ts'
import { readWhole } from './tree/read.ts'

export interface SourceStatement {
  readonly start: number
  readonly end: number
  /** The names that it declares. */
  readonly names: readonly string[]
  readonly isImport: boolean
  /** It only imports, exports or passes on names. */
  readonly passes: boolean
}

/** Null for a text that cannot be parsed, and for a language whose statements are not told apart. */
export async function statementsIn(text: string, path: string): Promise<readonly SourceStatement[] | null> {
  switch (languageOf(path)) {
    case 'javascript': {
      const script = await parseScript(text, path)
      return script && (script.program.body as readonly Node[]).map(node => scriptStatement(node, script.shift))
    }
    case 'python':
      return (await parsePython(text))?.map(pythonStatement) ?? null
    default: {
      const read = await readWhole(text, path)
      const passes = read?.row.passes
      if (!read || !passes) return null
      return itemsIn(read, read.root).map(({ node, start }) => {
        const names = namesBelow(read, node)
        return { start, end: node.end, names, isImport: false, passes: passes(node) }
      })
    }
  }
}

const scriptStatement = (node: Node, shift: number): SourceStatement => ({
  start: node.start + shift,
  end: node.end + shift,
  names: scriptNames(node),
  isImport: node.type === 'ImportDeclaration',
  passes: passesNames(node),
})

const pythonStatement = (statement: Statement): SourceStatement => ({
  start: statement.start,
  end: statement.end,
  names: pythonNames(statement),
  isImport: statement.kind === 'import',
  passes: statement.kind === 'import' || statement.name === '__all__',
})

/** Imports, lists of exports, and assigned lists of names. */
function passesNames(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  if (node.type === 'ExportNamedDeclaration') return !node.declaration
  if (node.type === 'VariableDeclaration')
    return (node.declarations as readonly Node[]).every(
      ({ id, init }) => isNode(id) && isListOfNames(id) && isNode(init) && isRequired(init),
    )
  const assigned = node.type === 'ExpressionStatement' ? (node.expression as Node) : node
  const value = assigned.type === 'AssignmentExpression' ? (assigned.right as Node) : null
  return value?.type === 'ObjectExpression' && wordOf(assigned.left) === 'module.exports' && isListOfNames(value)
}

/** A name, or names without default values: those may be any code. */
const isListOfNames = ({ type, properties }: Node): boolean =>
  type === 'Identifier' ||
  ((type === 'ObjectPattern' || type === 'ObjectExpression') &&
    (properties as readonly Node[]).every(
      one => one.computed !== true && isNode(one.value) && one.value.type === 'Identifier',
    ))

/** `require('…')`, and a part of it. */
function isRequired(value: Node): boolean {
  if (value.type === 'MemberExpression' && !value.computed) return isRequired(value.object as Node)
  const [source] = value.type === 'CallExpression' ? (value.arguments as readonly Node[]) : []
  return source?.type === 'StringLiteral' && wordOf(value.callee) === 'require'
}

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

/** `exports.name = …` and `module.exports = { name }`. */
function commonNames(expression: Node): readonly string[] {
  if (expression.type !== 'AssignmentExpression') return []
  const value = withoutCasts(expression.right as Node)
  const target = wordOf(expression.left) ?? ''
  const name = target.replace(/^module\./, '').split('.')
  const inside = value.type === 'AssignmentExpression' ? commonNames(value) : []
  if (target !== 'module.exports' && name.length === 2 && name[0] === 'exports') return [name[1]!, ...inside]
  if (target !== 'module.exports' || value.type !== 'ObjectExpression') return inside
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
  // Imported names can be imported from the module too.
  if (kind === 'import')
    return importedNames(statement).flatMap(({ name: word, local }) => (word === '*' ? [] : [local]))
  return block.flatMap(pythonNames)
}
