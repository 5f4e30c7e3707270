import { honest, write } from '../agent.mjs'
honest()
for (const name of ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock']) write(`.git/${name}`, '')
