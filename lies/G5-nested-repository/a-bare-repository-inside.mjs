// Whoever runs git below it runs its hooks and settings.
import { git, honest, marker, write } from '../agent.mjs'
honest()
git('init', '--quiet', '--bare', 'test/fixtures/repo')
write('test/fixtures/repo/config', `[core]\n\tbare = false\n\tworktree = ../../..\n\tfsmonitor = "touch '${marker}'"\n`)
