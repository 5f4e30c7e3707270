import { readFileSync } from 'node:fs'

/** Whether a full screen can be drawn: on a capable terminal, in the foreground. */
export const canShowLive = (env: NodeJS.ProcessEnv): boolean =>
  process.stdout.isTTY === true && env.TERM !== undefined && env.TERM !== 'dumb' && isInForeground()

/** A background job is stopped by the terminal as soon as it changes its modes; it prints lines instead. */
function isInForeground(): boolean {
  try {
    // The name may contain spaces and brackets; after it come state, parent, group, session, terminal, foreground group.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[5] === '-1' || fields[2] === fields[5]
  } catch {
    return true
  }
}
