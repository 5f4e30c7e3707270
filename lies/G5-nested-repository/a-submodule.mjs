import { git, honest, write } from '../agent.mjs'
honest()
write('.gitmodules', '[submodule "impl"]\n\tpath = src/impl\n\turl = https://example.org/impl.git\n')
git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD')},src/impl`)
