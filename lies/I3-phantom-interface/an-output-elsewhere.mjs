import { report, write } from '../agent.mjs'
write('src/settings.js', "export const dots = '...'\n")
write('config/settings.json', '{ "dots": "..." }\n')
report({ outputs: { config: 'config/settings.json' } })
