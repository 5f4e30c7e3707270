/** Waits until the sibling has begun as well, so that both work on the same base. */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { task, user } from '../agent.mjs'

export async function together() {
  const flag = of => `${dirname(user)}/begun-${of}`
  writeFileSync(flag(task), '')
  const other = task === '1' ? '2' : '1'
  for (let tries = 0; tries < 100 && !existsSync(flag(other)); tries++) await new Promise(resolve => setTimeout(resolve, 100))
}
