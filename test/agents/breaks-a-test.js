// Does its task and breaks what was there before: the greeting is no longer polite.
import './good-work.js'
import { writeFileSync } from 'node:fs'

writeFileSync('src/greet.js', 'export const greet = name => `bye ${name}`\n')
