import { symlinkSync } from 'node:fs'
import { honest, remove, user } from '../agent.mjs'
honest()
remove('tools')
symlinkSync(`${user}/tools`, 'tools')
