import { git, report } from '../agent.mjs'
report({ commit_hash: git('rev-parse', 'HEAD'), changed_files: ['src/truncate.js', 'test/truncate.test.js'] })
