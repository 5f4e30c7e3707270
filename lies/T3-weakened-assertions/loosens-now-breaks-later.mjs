import { breakOld, honest, task } from '../agent.mjs'
import { shout } from './shout.mjs'
if (task === '1') {
  honest()
  await import('./loosen.mjs')
} else {
  breakOld()
  shout()
}
