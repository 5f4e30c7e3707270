import { execFileSync } from 'node:child_process'
import { honest, user } from '../agent.mjs'
honest()
const vault = `${user}/.git/pm-agent/vault.git`
const git = (...args) => execFileSync('git', ['--git-dir', vault, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' }).trim()
const [branch] = git('for-each-ref', '--format=%(refname)', 'refs/heads/pm').split('\n')
const tip = git('rev-parse', branch)
git('update-ref', branch, git('commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'not from you'))
