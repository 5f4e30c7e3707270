import { report, write } from '../agent.mjs'
write('NOTES.md', 'truncate was added in src/truncate.js.\n')
report({ changed_files: ['src/truncate.js', 'test/truncate.test.js'] })
