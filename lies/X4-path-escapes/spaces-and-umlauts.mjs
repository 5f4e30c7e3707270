import { honest, write } from '../agent.mjs'
honest()
write('docs/über uns.md', '# Über uns\n')
write('docs/日本語.md', '# 日本語\n')
