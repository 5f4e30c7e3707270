import { honest, sh } from '../agent.mjs'
honest()
sh('mkdir -p dist && head -c 80000000 /dev/zero > dist/a && head -c 80000000 /dev/zero > core.dump')
