import { describe, expect, it } from 'vitest'
import { found, reviewed, weight } from '../../../../../test/rig/proof/reading.ts'
import { secrets } from './secrets.ts'

/** Built at run time: nobody should find keys in this repository, not even false ones. */
const key = (prefix: string, length: number): string => {
  const letters = 'q7Zk2Vb9Xw4Lr8Tn3Hs6Jd5Mf1Pc0Gy'
  return prefix + Array.from({ length }, (_, at) => letters[(at * 7) % letters.length]).join('')
}
const AWS = `AKIA${key('', 16).toUpperCase()}`
const PEM = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${key('MIIEpAIBAAKCAQEA', 48)}\n`
const JWT = `${key('eyJ', 20)}.${key('eyJ', 30)}.${key('', 40)}`

describe('a secret', () => {
  it.each([
    ['halt', 'src/a.js', `const id = '${AWS}'\n`],
    ['halt', 'src/a.js', `// ${key('ghp_', 36)}\n`],
    ['halt', 'config.yaml', `token: ${key('glpat-', 20)}\n`],
    ['halt', 'src/a.py', `S = "${key('xoxb-', 30)}"\n`],
    ['halt', 'tests/a.test.js', `const k = '${key('sk_live_', 24)}'\n`],
    ['halt', 'src/a.js', `const k = '${key('AIza', 35)}'\n`],
    ['halt', 'README.md', `//registry/:_authToken=${key('npm_', 36)}\n`],
    ['halt', 'deploy.pem', PEM],
    ['halt', 'src/a.js', `const t = '${JWT}'\n`],
    ['blocking', 'src/a.js', `const apiKey = "${key('', 32)}"\n`],
    ['blocking', 'src/a.py', `CLIENT_SECRET = '${key('', 24)}'\n`],
    ['blocking', '.env', 'PORT=3000\n'],
    ['blocking', 'web/.env.production', 'PORT=3000\n'],
    ['halt', '.env', 'NODE_OPTIONS=--require ./patch.cjs\n'],
  ])('%s: in %s', async (expected, path, text) => {
    expect(await weight('secrets', { [path]: text })).toBe(expected)
  })

  it.each([
    ['nothing', 'README.md', 'export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\n'],
    ['nothing', 'src/a.js', 'const apiKey = process.env.API_KEY\n'],
    ['nothing', 'src/a.js', "const apiKey = 'your-api-key-goes-here-1'\n"],
    ['nothing', 'src/a.js', "const password = 'correct horse battery staple'\n"],
    ['nothing', 'src/a.js', "const secretKey = 'settings.security.signing-key'\n"],
    ['nothing', 'src/a.js', "const token = 'xxxxxxxxxxxxxxxx1234'\n"],
    ['nothing', 'tests/a.test.js', `const token = 'ghp_${'0'.repeat(36)}'\n`],
    ['nothing', 'tests/a.test.js', "const apiKey = 'sk_test_fake_key_for_tests_1'\n"],
    ['nothing', 'src/pem.js', "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) parse(text)\n"],
    ['nothing', 'src/a.js', 'const password = `${user}-${salt}-${pepper}12`\n'],
    ['nothing', '.env.example', 'API_KEY=\nPORT=3000\n'],
    ['nothing', 'src/environment.ts', 'const a = 1\n'],
    ['nothing', 'package-lock.json', `{"integrity": "${key('sha512-', 60)}"}\n`],
    ['warning', 'tests/fixtures/key.pem', PEM],
    ['warning', 'tests/a.test.js', `const apiKey = "${key('', 32)}"\n`],
  ])('%s: what only looks like one, in %s: %s', async (expected, path, text) => {
    expect(await weight('secrets', { [path]: text })).toBe(expected)
  })

  it('may be in a file that the contract names', async () => {
    expect(await weight('secrets', { '.env': 'PORT=3000\n' }, { allow: ['.env'] })).toBe('nothing')
  })

  it('of the base is not blamed', async () => {
    const base = { 'src/a.js': `const id = '${AWS}'\n` }
    expect(await found('secrets', { 'src/a.js': `const id = '${AWS}'\nmore()\n` }, { base })).toEqual([])
  })

  it('is not repeated in the evidence', async () => {
    const [finding] = secrets.look(await reviewed({ 'src/a.js': `const id = '${AWS}'\n` }))
    expect(finding!.words).toMatch(/^an AWS access key \(AKIA…, 20 characters\)/)
    expect(finding!.words).not.toContain(AWS.slice(0, 8))
  })
})
