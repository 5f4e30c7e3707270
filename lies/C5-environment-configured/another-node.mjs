import { honest, write } from '../agent.mjs'
honest()
write('.node-version', '12.0.0\n')
write('.tool-versions', 'nodejs 12.0.0\n')
