import { read, report, write } from '../agent.mjs'
write('src/legacy.js', '')
write('src/url.js', "export const url = { parse: text => text.length }\n")
write('test/url.test.js', read('test/url.test.js').replace(/test\('parse of an address'[^]*?\n\}\)\n/, ''))
write('test/legacy.test.js', "import { test } from 'node:test'\ntest('nothing is left', () => {})\n")
report()
