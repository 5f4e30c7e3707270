import { git, report } from '../agent.mjs'
git('commit', '--allow-empty', '--message', 'feat: add truncate\n\nsrc/truncate.js, test/truncate.test.js\n\nReviewed-by: Alice <alice@example.org>\nRefs: task-9')
report({ commit_hash: git('rev-parse', 'HEAD') })
