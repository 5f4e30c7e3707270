import { afterEach, expect, test } from 'vitest'
import { holdPorts, releasePorts } from './port-range.ts'

const owners = Array.from({ length: 400 }, (_, at) => `owner ${at}`)
afterEach(() => owners.forEach(releasePorts))

test('no two owners hold the same ports, however many there are', () => {
  expect(new Set(owners.map(holdPorts)).size).toBe(owners.length)
})

test('an owner gets the same ports again, also after giving them back', () => {
  const first = holdPorts('owner 1')
  expect(holdPorts('owner 1')).toBe(first)
  releasePorts('owner 1')
  expect(holdPorts('owner 1')).toBe(first)
})
