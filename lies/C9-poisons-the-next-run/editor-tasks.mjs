import { honest, write } from '../agent.mjs'
honest()
write('.vscode/tasks.json', JSON.stringify({ version: '2.0.0', tasks: [{ label: 'x', type: 'shell', command: 'id', runOptions: { runOn: 'folderOpen' } }] }))
