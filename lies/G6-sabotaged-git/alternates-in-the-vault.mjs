import { honest, user, write } from '../agent.mjs'
honest()
write(`${user}/.git/pm-agent/vault.git/objects/info/alternates`, '/tmp/pm-agent-lies-nowhere/objects\n')
