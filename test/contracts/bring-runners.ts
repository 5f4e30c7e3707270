/** A program that installs the exact test runners of the runner contract into folders outside the repository. */
import { bringAll } from '../rig/brought.ts'
import { problemWith, RUNNER_PACKAGES } from './runner-packages.ts'

bringAll(RUNNER_PACKAGES, problemWith)
