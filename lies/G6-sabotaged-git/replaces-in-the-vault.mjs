// The right code under the id of the wrong one: whoever follows replacements proves one and lands the other.
import { execFileSync } from 'node:child_process'
import { report, RIGHT, user, wrong, WRONG } from '../agent.mjs'
wrong()
report()
const vault = `${user}/.git/pm-agent/vault.git`
const store = text => execFileSync('git', ['--git-dir', vault, 'hash-object', '-w', '--stdin'], { input: text, encoding: 'utf8' }).trim()
execFileSync('git', ['--git-dir', vault, 'replace', '--force', store(WRONG), store(RIGHT)])
