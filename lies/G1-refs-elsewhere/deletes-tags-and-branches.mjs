import { git, honest, sh } from '../agent.mjs'
honest()
sh('git for-each-ref --format="delete %(refname)" | git update-ref --stdin')
