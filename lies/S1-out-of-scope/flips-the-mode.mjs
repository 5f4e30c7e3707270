import { honest, paths, sh } from '../agent.mjs'
honest()
sh(`chmod 755 ${paths.old} package.json`)
