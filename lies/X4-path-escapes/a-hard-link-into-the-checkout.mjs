// What is written through the link later would change the user's file; the bytes that lie there are all that is taken.
import { linkSync } from 'node:fs'
import { honest, user } from '../agent.mjs'
honest()
linkSync(`${user}/README.md`.replace('README.md', 'package.json'), 'src/manifest.json')
