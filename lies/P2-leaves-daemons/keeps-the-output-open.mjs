import { spawn } from 'node:child_process'
import { honest } from '../agent.mjs'
honest()
spawn('setsid', ['sleep', '60'], { detached: true, stdio: 'inherit' }).unref()
