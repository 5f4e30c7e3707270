import { expect, it } from 'vitest'
import { configJsonSchema, keysAt } from './schema.ts'

it('the schema for editors knows every setting, forbids others and explains some', () => {
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
      { type: 'integer', minimum: 1, maximum: 64, description: 'Agents at work at the same time' },
      { type: 'null' },
    ],
  })
})

it('the settings below a name of your own are known as well', () => {
  expect([keysAt(['areas', 'src/**']), keysAt(['agents', 'mine']), keysAt(['network']), keysAt(['nowhere'])]).toEqual([
    ['owner', 'commands'],
    ['kind', 'command', 'model', 'path'],
    [],
    [],
  ])
})
