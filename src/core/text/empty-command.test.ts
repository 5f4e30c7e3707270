import { expect, it } from 'vitest'
import { saysOnlyYes } from './empty-command.ts'

it.each(['true', ':', 'exit 0', 'echo "no tests yet"', 'echo one; true', 'echo a && exit 0'])(
  '%s only says yes',
  command => {
    expect(saysOnlyYes(command)).toBe(true)
  },
)

it.each(['npm test', 'true && npm test', 'echo "$(npm test)"', 'echo hi | node test.js', 'exit 1', 'truecrypt'])(
  '%s does something',
  command => {
    expect(saysOnlyYes(command)).toBe(false)
  },
)
