/** A program: brings exactly the CLIs that the journeys are played with into folders outside the repository. */
import { bringAll } from '../rig/brought.ts'
import { problemWith, wantedClis } from './installation.ts'

bringAll(wantedClis([process.env.PM_AGENT_LIVE ?? '', ...process.argv.slice(2)].join(',')), problemWith)
