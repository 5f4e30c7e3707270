import { honest, replace } from '../agent.mjs'
honest()
replace('vitest.config.js', "include: ['test/**/*.test.js']", "include: ['test/**/*.test.js', 'packages/**/*.test.js']")
