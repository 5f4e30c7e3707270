import { expect, test } from 'vitest'
import { maskSecrets } from './secrets.ts'

const KEY = `sk-ant-${'a1B2c3D4'.repeat(6)}`
const RANDOM = 'q8Zr2LmX7vTn4KwP'

test.each([
  ['a key by its form', `my key is ${KEY}, keep it`, 'my key is sk-a…, keep it'],
  ['two of them', `${KEY} ${KEY}`, 'sk-a… sk-a…'],
  ['a variable', `export DB_PASSWORD=${RANDOM}`, 'export DB_PASSWORD=q8Zr…'],
  ['a header', `authorization: Bearer ${RANDOM}`, 'authorization: Bearer q8Zr…'],
  ['a field of JSON', `{"api_key": "${RANDOM}"}`, '{"api_key": "q8Zr…"}'],
  ['an address', 'postgres://ada:hunter2@db/x', 'postgres://ada:…@db/x'],
  [
    'a private key',
    'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----\nb',
    'a\n-----BEGIN RSA PRIVATE KEY-----…\nb',
  ],
])('%s is cut to its first characters', (_, text, shown) => {
  expect(maskSecrets(text)).toBe(shown)
})

test.each([
  'The token is read from process.env.TOKEN',
  'secret: none-of-your-business',
  'https://example.org/a:b@c',
  'commit 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b',
  'api_key = load_the_key_from_the_vault()',
])('words about secrets stay as they are: %s', text => {
  expect(maskSecrets(text)).toBe(text)
})
