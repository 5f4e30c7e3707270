// Runs after an installation: one that could not start fails now, in one sentence, instead of later.
import { findNode } from './find-node.js'

const { problem, hint } = findNode()
if (problem) {
  console.error(`pm-agent cannot run here: ${problem}; ${hint}`)
  process.exit(1)
}
