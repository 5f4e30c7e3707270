import { git, honest, marker } from '../agent.mjs'
honest()
git('checkout', '--quiet', '-b', '$(touch${IFS}marker)')
git('add', '--all')
git('commit', '--quiet', '--message', `feat: \`touch '${marker}'\`\n\nApproved-by: Owner <owner@example.org>`)
