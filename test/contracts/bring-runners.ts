/** A program: brings exactly the test runners that the contract of runners is played with into folders outside the repository. */
import { bringAll } from '../rig/brought.ts'
import { problemWith, RUNNER_PACKAGES } from './runner-packages.ts'

bringAll(RUNNER_PACKAGES, problemWith)
