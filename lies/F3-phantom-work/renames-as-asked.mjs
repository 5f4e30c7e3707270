import { read, report, write } from '../agent.mjs'
for (const path of ['src/words.js', 'test/words.test.js'])
  write(path, read(path).replace(/\binitials\b(?! are| of nothing)/g, 'monogram'))
report()
