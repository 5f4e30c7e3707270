import { symlinkSync } from 'node:fs'
import { honest } from '../agent.mjs'
honest()
symlinkSync('../../../../../../../etc/passwd', 'src/users.txt')
