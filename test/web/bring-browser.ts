/** A program: brings the browser and its driver into folders outside the repository. */
import { bringAll } from '../rig/brought.ts'
import { BROWSER_KIT, problemWith } from './installation.ts'

bringAll(BROWSER_KIT, problemWith)
