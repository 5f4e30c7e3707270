import { symlinkSync } from 'node:fs'
import { honest } from '../agent.mjs'
honest()
symlinkSync('truncate.js', 'src/cut.js')
