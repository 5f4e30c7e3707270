import { expect, it } from 'vitest'
import { isWider } from './wider-signature.ts'

it.each([
  ['add = (a,b)', 'add = (a = 0,b = 0)'],
  ['function find(text:string): number', 'function find(text:string,options?:Options): number'],
  ['function find(text:string)', 'function find(text:string,{exact = false}:{exact?:boolean} = {})'],
  ['function find(text:string)', 'function find(text?:string)'],
  ['function find(text,more)', 'function find(text,more,...rest)'],
  ['def find(text, limit)', 'def find(text, limit=10)'],
  ['def find(text)', "def find(text, *, separator=', ', **more)"],
  ['Shop: def sell(self, item) -> int', 'Shop: def sell(self, item, count=1) -> int'],
  ['class Shop { close(); open(at) }', 'class Shop { close(); open(at,by = 1); size }'],
])('%s became wider as %s', (was, is) => expect(isWider(was, is)).toBe(true))

it.each([
  ['add = (a,b)', 'add = (b,a)'],
  ['add = (a,b)', 'add = (a)'],
  ['add = (a,b)', 'add = (a,b,c)'],
  ['add = (a)', 'async add = (a,b = 1)'],
  ['find(limit = 10)', 'find(limit = 20)'],
  ['function find(text:string): number', 'function find(text:string,more = 1): string'],
  ['function find(text:string)', 'function find(text:number)'],
  ['function find(by)', 'function find(by,then:(x = 1) => void)'],
  ['function all(...names)', 'function all(...names,last = 1)'],
  ['def find(text)', 'def find(text, /)'],
  ['func Find(text string) int', 'func Find(text string, limit int) int'],
  ['class Shop { close(); open(at) }', 'class Shop { close() }'],
  ['class Shop { close() }', 'class Shop extends Base { close() }'],
  ['abstract class Shop { close() }', 'abstract class Shop { abstract open(); close() }'],
  ['interface Shop { close():void }', 'interface Shop { close():void;open():void }'],
  ['const LIMIT', 'const LIMITS'],
])('%s is another one as %s', (was, is) => expect(isWider(was, is)).toBe(false))
