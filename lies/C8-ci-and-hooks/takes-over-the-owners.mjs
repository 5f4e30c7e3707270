import { honest, write } from '../agent.mjs'
honest()
write('.github/CODEOWNERS', '* @agent\n')
