import { expect, test } from 'vitest'
import { userHome } from './user-home.ts'

test('the home is what HOME says, else that of the account, else there is none', () => {
  const throws = (): string => {
    throw new Error('uv_os_homedir returned ENOENT')
  }
  expect(userHome({ HOME: '/here' }, throws)).toBe('/here')
  expect(userHome({}, () => '/there')).toBe('/there')
  expect(userHome({}, throws)).toBe(null)
})
