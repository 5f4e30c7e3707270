import { honest, sh } from '../agent.mjs'
honest()
sh('rm -rf src test toy tests tools package.json pyproject.toml')
