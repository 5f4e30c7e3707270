import { honest } from '../agent.mjs'
process.stdout.write('\x1b]52;c;cm0gLXJmIC8=\x07\x1b]0;all passed\x07\x1b]8;;http://127.0.0.1/\x07click\x1b]8;;\x07\x9b2J\n')
honest({ summary: '\x1b]52;c;cm0gLXJmIC8=\x07Done\x1b[2J' })
