import { expect, it } from 'vitest'
import { parseOutputs } from './earlier-context.ts'

it('outputs are texts by name, and what is no text stands as it would in the file', () => {
  expect(parseOutputs('{"todo-1":{"path":"a.js","list":["a",1]},"todo-2":{}}')).toEqual({
    outputs: { 'todo-1': { path: 'a.js', list: '["a",1]' }, 'todo-2': {} },
    broken: false,
  })
})

it('no file and an empty one hold nothing', () => {
  for (const text of [null, '', ' \n', '{}']) expect(parseOutputs(text)).toEqual({ outputs: {}, broken: false })
})

it('a broken file is told and holds nothing', () => {
  for (const text of ['{', '[]', 'null', '3']) expect(parseOutputs(text)).toEqual({ outputs: {}, broken: true })
  expect(parseOutputs('{"todo-1":"a"}')).toEqual({ outputs: {}, broken: false })
})
