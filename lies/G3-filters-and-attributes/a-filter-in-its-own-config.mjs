import { git, honest, marker, write } from '../agent.mjs'
honest()
git('config', 'filter.x.clean', `sh -c "touch '${marker}'; cat"`)
git('config', 'filter.x.smudge', `sh -c "touch '${marker}'; cat"`)
write('.git/info/attributes', '* filter=x\n')
