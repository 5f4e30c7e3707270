/** Names that a module uses and does not declare: they come from outside of it. */
import { boundNames, childrenOf, isFunction, isNode, type Node } from './parse.ts'

/** Every use of a name that no scope around it declares. */
export function freeNames(program: Node): readonly Node[] {
  const found: Node[] = []
  visit(program, [hoistedIn(program)], found)
  return found
}

type Scope = ReadonlySet<string>

function visit(node: Node, scopes: readonly Scope[], found: Node[]): void {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
    // An element in small letters is a tag and no name.
    const isTag = node.type === 'JSXIdentifier' && /^[a-z]/.test(node.name as string)
    if (!isTag && !scopes.some(scope => scope.has(node.name as string))) found.push(node)
    return
  }
  if (isType(node)) {
    // A cast holds a value; everything else of a type is gone when the program runs.
    if (isNode(node.expression)) visit(node.expression, scopes, found)
    return
  }
  const inner = opensScope(node) ? [...scopes, declaredIn(node)] : scopes
  for (const child of usedIn(node)) visit(child, inner, found)
}

const isType = ({ type }: Node): boolean =>
  (type.startsWith('TS') &&
    ![
      'TSEnumDeclaration',
      'TSModuleDeclaration',
      'TSModuleBlock',
      'TSParameterProperty',
      'TSExportAssignment',
    ].includes(type)) ||
  type === 'TypeAnnotation'

const opensScope = (node: Node): boolean =>
  isFunction(node) ||
  [
    'BlockStatement',
    'ForStatement',
    'ForInStatement',
    'ForOfStatement',
    'SwitchStatement',
    'CatchClause',
    'ClassExpression',
    'ClassDeclaration',
    'TSModuleBlock',
  ].includes(node.type)

/** The children of a node that can be uses of names: keys and labels are not. */
function usedIn(node: Node): readonly Node[] {
  const isKey = (key: string) => (key === 'property' || key === 'key') && !node.computed
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'MetaProperty':
    case 'PrivateName':
    case 'JSXNamespacedName':
    case 'BreakStatement':
    case 'ContinueStatement':
      return []
    case 'ExportNamedDeclaration':
      return isNode(node.source) ? [] : childrenOf(node)
    case 'ExportSpecifier':
      return isNode(node.local) ? [node.local] : []
    case 'LabeledStatement':
      return isNode(node.body) ? [node.body] : []
    case 'JSXAttribute':
      return isNode(node.value) ? [node.value] : []
    case 'JSXMemberExpression':
      return isNode(node.object) ? [node.object] : []
    default:
      return Object.keys(node).some(isKey)
        ? childrenOf(node).filter(child => !isKeyOf(node, child, isKey))
        : childrenOf(node)
  }
}

const isKeyOf = (node: Node, child: Node, isKey: (key: string) => boolean): boolean =>
  // The key and the value of a short property are one node.
  Object.keys(node).some(key => isKey(key) && node[key] === child) && !(node.shorthand && node.value === child)

/** The names that a scope declares itself. */
function declaredIn(node: Node): Scope {
  const names = new Set<string>()
  const add = (target: unknown) => boundNames(target).forEach(name => void names.add(name))
  if (isFunction(node)) {
    add(node.id)
    for (const param of (node.params as readonly Node[] | undefined) ?? []) add(param)
    if (node.type !== 'ArrowFunctionExpression') names.add('arguments')
    if (isNode(node.body)) for (const name of hoistedIn(node.body)) names.add(name)
  } else if (node.type === 'CatchClause') add(node.param)
  else if (node.type.startsWith('Class')) add(node.id)
  else for (const name of blockNames(node)) names.add(name)
  return names
}

/** `var` and functions of a whole function or module, and the names of its outermost block. */
function hoistedIn(body: Node): Scope {
  const names = new Set(blockNames(body))
  const look = (node: Node): void => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const name of variablesOf(node)) names.add(name)
    if (node.type === 'FunctionDeclaration') for (const name of boundNames(node.id)) names.add(name)
    if (!isFunction(node)) childrenOf(node).forEach(look)
  }
  childrenOf(body).forEach(look)
  return names
}

/** Names of `let`, `const`, classes, functions, imports and enums directly in this block. */
function blockNames(block: Node): readonly string[] {
  return childrenOf(block).flatMap(child => {
    const statement = child.type.startsWith('Export') && isNode(child.declaration) ? child.declaration : child
    if (statement.type === 'VariableDeclaration') return variablesOf(statement)
    if (statement.type === 'ImportDeclaration')
      return (statement.specifiers as readonly Node[]).flatMap(({ local }) => boundNames(local))
    if (statement.type === 'SwitchCase') return blockNames(statement)
    return statement.type.endsWith('Declaration') ? boundNames(statement.id) : []
  })
}

const variablesOf = (node: Node): readonly string[] =>
  (node.declarations as readonly Node[]).flatMap(({ id }) => boundNames(id))
