/** Test files that record their calls into the program: their imports are wrapped, everything else stays as it is. */

import { applyEdits, type Edit } from '../syntax/edits.ts'
import { childrenOf, isModule, isNode, type Node, parseScript, wordOf } from '../syntax/javascript/parse.ts'
import { isTypeScript } from '../syntax/language.ts'
import type { FindModule } from './modules.ts'
import { MOCKED } from './trace.ts'

/** Names in the rewritten file that its own code cannot know. */
interface Names {
  readonly recorder: string
  /** The recorder itself. */
  readonly text: string
}

/**
 * The test file with a recorder; null if it loads nothing of the program, replaces modules besides those of the change, or cannot
 * be read.
 */
export async function recordedTest(
  { path, text }: { readonly path: string; readonly text: string },
  names: Names,
  find: FindModule,
  isOfChange: (path: string) => boolean = () => false,
): Promise<string | null> {
  const script = await parseScript(text, path)
  if (!script) return null
  const { program, shift } = script
  const moduleAt = (source: unknown): string | null => {
    const name = isNode(source) && source.type === 'StringLiteral' ? String(source.value) : ''
    return find(name, path)
  }
  const edits: Edit[] = []
  const replace = (node: Node, made: string) =>
    edits.push({ start: node.start + shift, end: node.end + shift, text: made, name: '' })
  const r = `${names.recorder}_of`
  const replaced: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') {
      const module = node.importKind === 'type' ? null : moduleAt(node.source)
      const made = module && wrappedImport(node, module, { text, shift, r })
      if (made) replace(node, made)
      return
    }
    if (node.type === 'CallExpression' || node.type === 'ImportExpression') {
      const isImport = node.type === 'ImportExpression' || (isNode(node.callee) && node.callee.type === 'Import')
      const source = node.source ?? (node.arguments as readonly Node[] | undefined)?.[0]
      const module = moduleAt(source)
      const own = text.slice(node.start + shift, node.end + shift)
      if (module && isImport) replace(node, `${own}.then(m => ${r}.module(m, ${JSON.stringify(module)}))`)
      else if (module && wordOf(node.callee) === 'require')
        replace(node, `${r}.module(${own}, ${JSON.stringify(module)})`)
      // Any other call with the path of a module gives the program another module.
      else if (module) replaced.push(module)
      else childrenOf(node).forEach(visit)
      return
    }
    childrenOf(node).forEach(visit)
  }
  visit(program)
  if (!replaced.every(isOfChange) || edits.length === 0) return null
  const stream = replaced.length > 0 ? `${MOCKED}${path}` : path
  const fs = isModule(program)
    ? `import * as ${names.recorder}_fs from 'node:fs';`
    : `const ${names.recorder}_fs = require('node:fs');`
  const opening = `${fs}const ${r} = ${names.recorder}(${names.recorder}_fs, ${JSON.stringify(stream)});`
  const head = /^#!.*\n/.exec(text)?.[0].length ?? 0
  const first: Edit = {
    start: head,
    end: head,
    text: `${isTypeScript(path) ? '// @ts-nocheck\n' : ''}${opening}`,
    name: '',
  }
  return `${applyEdits(text, [first, ...edits])}\n${names.text}\n`
}

/** `import { a as b } from 'x'` with the imported values wrapped; null if it imports no value. */
function wrappedImport(
  node: Node,
  module: string,
  { text, shift, r }: { readonly text: string; readonly shift: number; readonly r: string },
): string | null {
  const source = text.slice((node.source as Node).start + shift, (node.source as Node).end + shift)
  const [imports, values]: [string[], string[]] = [[], []]
  let bare: string | null = null
  for (const one of node.specifiers as readonly Node[]) {
    const local = wordOf(one.local)!
    const own = `${r}_${local}`
    if (one.importKind === 'type') imports.push(text.slice(one.start + shift, one.end + shift))
    else if (one.type === 'ImportNamespaceSpecifier') {
      bare = own
      values.push(`${local} = ${r}.module(${own}, ${JSON.stringify(module)})`)
    } else {
      const imported = one.type === 'ImportDefaultSpecifier' ? 'default' : wordOf(one.imported)!
      imports.push(`${imported} as ${own}`)
      values.push(`${local} = ${r}.value(${own}, ${JSON.stringify(module)}, ${JSON.stringify(imported)})`)
    }
  }
  if (values.length === 0) return null
  const named = imports.length > 0 ? `import { ${imports.join(', ')} } from ${source};` : ''
  return `${bare ? `import * as ${bare} from ${source};` : ''}${named}const ${values.join(', ')};`
}
