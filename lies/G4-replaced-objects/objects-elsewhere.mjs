// The user's objects as alternates: nothing of theirs may be written to.
import { honest, user, write } from '../agent.mjs'
honest()
write('.git/objects/info/alternates', `${user}/.git/objects\n${user}/.git/pm-agent/vault.git/objects\n`)
