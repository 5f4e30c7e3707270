import { expect, it } from 'vitest'
import { publicNames, stemOf } from './public-names.ts'

async function names(files: Readonly<Record<string, string>>, stem = 'src/index') {
  const found = await publicNames(stem, async wanted => {
    const path = Object.keys(files).find(one => stemOf(one) === wanted)
    return path === undefined ? null : { path, text: files[path]! }
  })
  return found && Object.fromEntries(found)
}

it('a module offers its functions, values, classes and types without what they do', async () => {
  const text = `
/** A comment. */
export function open(path: string, mode = 'r'): number { return path.length }
export async function close(): Promise<void> {}
export const LIMIT: number = 3, name = 'x'
export const add = (a: number, b: number): number => a + b
export class Store extends Base<string> {
  #secret = 1
  private hidden = 2
  readonly size: number = 3
  constructor(dir: string) { super(dir) }
  get(key: string /* the key */): string { return key }
}
export interface Options { readonly depth?: number; /** Why. */ name: string }
export type Id = string | number
export default open
function inner() {}
`
  expect(await names({ 'src/index.ts': text })).toEqual({
    open: "function open(path:string,mode = 'r'):number",
    close: 'async function close():Promise<void>',
    LIMIT: 'const LIMIT:number',
    name: 'const name = StringLiteral',
    add: 'const add = (a:number,b:number):number',
    Store: 'class Store extends Base<string> { constructor(dir:string); get(key:string):string; readonly size:number }',
    Options: 'interface Options{readonly depth?:number;name:string}',
    Id: 'type Id = string|number',
    default: "function open(path:string,mode = 'r'):number",
  })
})

it('a module passes on what others offer', async () => {
  const files = {
    'src/index.ts':
      "export * from './a.ts'\nexport { two as second } from './b/index.js'\nimport { x } from 'x'\nexport { x }\n",
    'src/a.ts': "export function one(): void {}\nexport * from './index.ts'\n",
    'src/b/index.ts': 'export const two: 2 = 2\n',
  }
  expect(await names(files)).toEqual({
    one: 'function one():void',
    '* from ./index.ts': 'everything',
    second: 'const two:2',
    x: 'x of another module',
  })
})

it('a signature holds the types that it is made of and that the module keeps to itself, however deep', async () => {
  const files = (depth: string, mode: string) => ({
    'src/index.ts': `import type { Mode as How } from './mode.ts'
import { Elsewhere } from 'elsewhere'
interface Depth { max: ${depth} }
interface Options { readonly depth?: Depth; unused: Elsewhere }
interface Unrelated { options: 1 }
export interface Shown { a: 1 }
export function open(path: string, options: Options, how: How): Shown { return { a: 1 } }
export const close = (path: string): void => {}
`,
    'src/mode.ts': `type Word = ${mode}\nexport type Mode = Word | null\n`,
  })
  const before = await names(files('number', "'a'"))
  expect(before).toEqual({
    Shown: 'interface Shown{a:1}',
    open: "function open(path:string,options:Options,how:How):Shown where interface Depth{max:number}; interface Options{readonly depth?:Depth;unused:Elsewhere}; type Mode = Word|null; type Word = 'a'",
    close: 'const close = (path:string):void',
  })
  const changed = (after: typeof before) => Object.keys(after ?? {}).filter(name => after?.[name] !== before?.[name])
  expect(changed(await names(files('number | string', "'a'")))).toEqual(['open'])
  expect(changed(await names(files('number', "'b'")))).toEqual(['open'])
})

it('a type that the compiler names by its module is followed there', async () => {
  const files = (text: string) => ({
    'src/index.d.ts': 'export declare const made: import("./made.js").Made;\n',
    'src/made.d.ts': `export interface Made { a: ${text} }\n`,
  })
  expect(await names(files('1'))).toEqual({
    made: 'const made:import("./made.js").Made where interface Made{a:1}',
  })
})

it('layout and comments change nothing', async () => {
  const one = await names({ 'src/index.ts': 'export function f(a: { b: number, c: string }): void { 1 }' })
  const other = await names({
    'src/index.ts': '// new\nexport function f(\n  a: {\n    b: number,\n    c: string,\n  },\n): void { 2 }',
  })
  expect(one).toEqual(other)
})

it('declarations and CommonJS are read as well', async () => {
  expect(await names({ 'src/index.d.ts': 'export declare function f(a: number): string;\n' })).toEqual({
    f: 'declare function f(a:number):string',
  })
  expect(
    await names({ 'a.cjs': 'function f(a) {}\nmodule.exports = { f, g: 1 }\nexports.h = () => 1\n' }, 'a'),
  ).toEqual({
    f: 'function f(a)',
    g: 'NumericLiteral',
    h: '()',
  })
})

it('what does not parse offers nothing', async () => {
  expect([await names({ 'src/index.ts': 'export function (' }), await names({})]).toEqual([null, null])
})

it('a signature is the same wherever its types are declared', async () => {
  const types = "export type Currency = 'EUR' | 'USD'\nexport interface Money { currency: Currency }\n"
  const add = 'export function add(a: Money): Money { return a }\n'
  const before = { 'src/index.ts': "export { add, type Money } from './money.ts'\n", 'src/money.ts': `${types}${add}` }
  const after = {
    'src/index.ts': "export { add } from './money.ts'\nexport type { Money } from './types.ts'\n",
    'src/money.ts': `import type { Money } from './types.ts'\n${add}`,
    'src/types.ts': types,
  }
  expect(await names(after)).toEqual(await names(before))
  expect(await names({ ...after, 'src/types.ts': types.replace('USD', 'JPY') })).not.toEqual(await names(before))
})
