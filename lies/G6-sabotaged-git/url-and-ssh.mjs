import { git, honest, marker } from '../agent.mjs'
honest()
git('config', 'url.https://example.org/.insteadOf', 'https://github.com/')
git('config', 'core.sshCommand', `touch '${marker}'`)
git('config', 'alias.status', `!touch '${marker}'`)
