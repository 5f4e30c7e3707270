import { expect, test } from 'vitest'
import { riskOfPath } from './sensitive-paths.ts'

test.each([
  ['src/auth/guard.ts', 'access'],
  ['src/auth.ts', 'access'],
  ['src/authService.ts', 'access'],
  ['app/permissions.py', 'access'],
  ['config/secrets.yml', 'secrets'],
  ['.env', 'secrets'],
  ['api/.env.production', 'secrets'],
  ['certificates/server.pem', 'secrets'],
  ['db/migrate/001_users.rb', 'migration'],
  ['migrations/0001.py', 'migration'],
  ['prisma/schema.prisma', 'schema'],
  ['queries/users.sql', 'schema'],
  ['src/billing/total.ts', 'money'],
  ['infra/main.ts', 'infra'],
  ['main.tf', 'infra'],
  ['Dockerfile', 'infra'],
  ['docker-compose.prod.yml', 'infra'],
  ['.github/workflows/release.yml', 'ci'],
  ['Jenkinsfile', 'ci'],
  ['packages/a/package.json', 'manifest'],
])('%s is sensitive: %s', (path, area) => {
  expect(riskOfPath(path)?.area).toBe(area)
})

test.each([
  'src/author.ts',
  'src/tokenizer.ts',
  'src/schema.ts',
  'src/charts/bar.ts',
  '.env.example',
  'docs/deploy.md',
  'tests/auth/login.ts',
  'src/login.test.ts',
  'src/a.ts',
])('%s is not', path => {
  expect(riskOfPath(path)).toBeNull()
})

test('only migrations and infrastructure are held', () => {
  expect(riskOfPath('migrations/0001.py')?.hold).toBe(true)
  expect(riskOfPath('Dockerfile')?.hold).toBe(true)
  expect(riskOfPath('src/auth.ts')?.hold).toBe(false)
})
