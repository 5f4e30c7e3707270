import { append, report } from '../agent.mjs'
append('test/words.test.js', "\ntest('initials of one name are one letter', () => {\n  assert.equal(initials('ada'), 'A')\n})\n")
report()
