/** Words of a shell that do nothing to a program, whatever follows them. */
const IDLE = /^(?:true|:|echo|printf|exit\s+0)(?:\s|$)/

/**
 * Whether a command only says yes: every part of it is a word of the shell that starts no program. What a real program does is
 * seen when it is run on broken code; this much can be said before anything runs.
 */
export const saysOnlyYes = (command: string): boolean =>
  command
    .split(/&&|\|\||;|\n/)
    .map(part => part.trim())
    .filter(part => part !== '')
    .every(part => IDLE.test(part) && !/[`|]|\$\(/.test(part))
