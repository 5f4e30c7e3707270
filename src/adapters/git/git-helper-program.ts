/** The program of the process that starts git for the driver. */
import type { FromHelper, ToHelper } from './git-helper.ts'
import { runToEnd } from './git-process.ts'

process.on('message', async ({ nth, request }: ToHelper) => {
  const answer: FromHelper = { nth, ...(await runToEnd(request)) }
  // The driver may be gone meanwhile.
  process.send?.(answer, () => {})
})
process.on('disconnect', () => process.exit())
