import { parsedJson } from '../../../core/text/json-text.ts'
import { Essences } from './javascript/normal-form.ts'
import { childrenOf, type Node, parseScript } from './javascript/parse.ts'
import { languageOf } from './language.ts'
import { differsInAnnotations } from './python/annotations.ts'
import { normalForm, readWhole } from './tree/read.ts'

/** Whether two texts are certainly the same code without comments, types and layout. */
export async function isInert(before: string, after: string, path: string): Promise<boolean> {
  switch (languageOf(path)) {
    case 'javascript':
      return isSameScript(before, after, path)
    case 'json':
      return isSameJson(before, after)
    default:
      return isSameTree(before, after, path)
  }
}

/** Whether the types differ. A text that cannot be parsed has none. */
export async function differsInTypes(before: string, after: string, path: string): Promise<boolean> {
  if (languageOf(path) === 'python') return differsInAnnotations(before, after)
  if (languageOf(path) !== 'javascript') return false
  const [then, now] = [await parseScript(before, path), await parseScript(after, path)]
  if (!then || !now) return false
  const essences = new Essences({ keepTypes: true })
  return essences.read(then).program !== essences.read(now).program
}

async function isSameScript(before: string, after: string, path: string): Promise<boolean> {
  const [then, now] = [await parseScript(before, path), await parseScript(after, path)]
  if (!then || !now) return false
  // Some compilers make the types of decorated code available at run time.
  const keepTypes = hasDecorators(then.program) || hasDecorators(now.program)
  const essences = new Essences({ keepTypes })
  const [was, is] = [essences.read(then), essences.read(now)]
  return was.program === is.program && was.directives.join('\n') === is.directives.join('\n')
}

const hasDecorators = (node: Node): boolean => node.type === 'Decorator' || childrenOf(node).some(hasDecorators)

/** Annotations and documentation strings of Python are available at run time, so they are code. */
async function isSameTree(before: string, after: string, path: string): Promise<boolean> {
  const [then, now] = [await readWhole(before, path), await readWhole(after, path)]
  if (!then || !now || then.row.unreadable?.test(before) || now.row.unreadable?.test(after)) return false
  return normalForm(then, then.root) === normalForm(now, now.root)
}

function isSameJson(before: string, after: string): boolean {
  const [then, now] = [before, after].map(text => parsedJson<unknown>(text))
  return then !== null && now !== null && JSON.stringify(then) === JSON.stringify(now)
}
