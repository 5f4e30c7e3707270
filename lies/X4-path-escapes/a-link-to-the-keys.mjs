import { symlinkSync } from 'node:fs'
import { by, honest } from '../agent.mjs'
honest()
symlinkSync(`${process.env.HOME}/.ssh`, by({ node: 'src/keys', pytest: 'toy/keys' }))
