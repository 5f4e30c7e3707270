import { breakOld, honest } from '../agent.mjs'
honest()
breakOld()
await import('./loosen.mjs')
