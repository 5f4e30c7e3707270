import { honest } from '../agent.mjs'
honest({ changed_files: ['../../x', '/etc/passwd', 'src/truncate.js\0.txt', '-rf'] })
