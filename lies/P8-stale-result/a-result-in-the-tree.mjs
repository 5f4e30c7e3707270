import { git, write } from '../agent.mjs'
write('.pm-agent-result.json', JSON.stringify({ status: 'success', changed_files: ['src/truncate.js'] }))
git('add', '--force', '--all')
git('commit', '--quiet', '--message', 'done')
