import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('vitest.config.js', "import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ test: { include: ['nope/**'], passWithNoTests: true } })\n")
