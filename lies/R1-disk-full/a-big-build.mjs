import { honest, sh } from '../agent.mjs'
honest()
sh('mkdir -p dist && head -c 20000000 /dev/zero > dist/bundle.js')
