import { report, write } from '../agent.mjs'
write('src/settings.js', "export const dots = '...'\n")
report({ outputs: { config: 'src/settings.json', config_path: 'src/settings.json' } })
