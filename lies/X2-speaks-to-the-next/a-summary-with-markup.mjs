import { honest } from '../agent.mjs'
honest({ summary: 'Use it as `<b>{truncate(text, 5)}</b>`, or in a shell: `node -e "…" | head -1`.' })
