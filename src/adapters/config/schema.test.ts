import { expect, it } from 'vitest'
import { configJsonSchema, keysAt } from './schema.ts'

it('the editor schema includes every setting, forbids others and describes some', () => {
  const schema = configJsonSchema() as {
    properties: Record<string, { anyOf: { properties?: Record<string, unknown>; additionalProperties?: unknown }[] }>
  }
  const limits = schema.properties.limits?.anyOf[0]

  expect(schema).toMatchObject({ title: 'pm-agent.yaml', type: 'object', additionalProperties: false })
  expect(Object.keys(schema.properties)).toEqual(keysAt([]))
  expect(Object.keys(limits?.properties ?? {})).toEqual(keysAt(['limits']))
  expect(limits).toMatchObject({ additionalProperties: false })
  expect(limits?.properties?.parallel).toEqual({
    anyOf: [
      { type: 'integer', minimum: 1, maximum: 64, description: 'Agents working at the same time' },
      { type: 'null' },
    ],
  })
})

it('the settings below a custom name are known too', () => {
  expect([keysAt(['areas', 'src/**']), keysAt(['agents', 'mine']), keysAt(['network']), keysAt(['nowhere'])]).toEqual([
    ['owner', 'commands'],
    ['kind', 'command', 'model', 'path'],
    [],
    [],
  ])
})
