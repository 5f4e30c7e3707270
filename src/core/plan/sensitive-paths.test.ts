import { expect, test } from 'vitest'
import { riskOfPath, speaksOfAccess } from './sensitive-paths.ts'

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

test.each(['src/lexer/tokens.ts', 'src/token.ts', 'src/editor/session.ts', 'src/sessionStore.ts'])(
  'the name %s has two meanings',
  path => {
    expect(riskOfPath(path)).toMatchObject({ area: 'access', ambiguous: true })
  },
)

test('a name that says more has one meaning', () => {
  expect(riskOfPath('src/auth/token.ts')?.ambiguous).toBeUndefined()
  expect(riskOfPath('src/billing/session.ts')?.area).toBe('money')
})

test.each([
  [false, 'src/lexer/tokens.ts', 'export interface Token { kind: TokenKind; text: string }\nconst tokens = lex(text)'],
  [false, 'src/editor/session.ts', 'const session = { buffers: [], cursor: 0 }'],
  [true, 'src/token.ts', 'export const sign = (user) => crypto.createHmac("sha256", userPassword)'],
  [true, 'src/session.ts', 'if (!session.token) return redirect("/")'],
  [true, 'src/tokens.ts', 'const refreshToken = await oauthClient.refresh()'],
])('its contents decide whether it is about access: %s %s', (expected, path, text) => {
  expect(speaksOfAccess(text, path)).toBe(expected)
})
