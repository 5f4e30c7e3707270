import { expect, test } from 'vitest'
import { raisesTier, sensitivitiesOf } from './sensitive-paths.ts'

test.each([
  ['src/auth/guard.ts', 'access'],
  ['src/auth.ts', 'access'],
  ['app/permissions.py', 'access'],
  ['config/secrets.yml', 'secrets'],
  ['.env', 'secrets'],
  ['api/.env.production', 'secrets'],
  ['db/migrate/001_users.rb', 'stored data'],
  ['migrations/0001.py', 'stored data'],
  ['prisma/schema.prisma', 'stored data'],
  ['queries/users.sql', 'stored data'],
  ['src/billing/invoice.ts', 'payments'],
  ['infra/main.ts', 'infrastructure'],
  ['main.tf', 'infrastructure'],
  ['Dockerfile', 'infrastructure'],
  ['docker-compose.test.yml', 'infrastructure'],
  ['.github/workflows/test.yml', 'CI'],
  ['Jenkinsfile', 'CI'],
])('%s is sensitive: %s', (path, reason) => {
  expect(sensitivitiesOf(path)).toEqual([reason])
})

test.each(['src/author.ts', 'src/tokenizer.ts', 'src/schema.ts', '.env.example', 'docs/deploy.md', 'src/a.ts'])(
  '%s is not',
  path => {
    expect(sensitivitiesOf(path)).toEqual([])
  },
)

test('one sensitive path raises the tier of a change', () => {
  expect(raisesTier(['src/a.ts', 'src/auth.ts'])).toBe(true)
  expect(raisesTier(['src/a.ts'])).toBe(false)
})

test('a path may be sensitive for several reasons', () => {
  expect(sensitivitiesOf('auth/migrations/1.py')).toEqual(['access', 'stored data'])
})
