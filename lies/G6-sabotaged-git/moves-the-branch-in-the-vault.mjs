import { execFileSync } from 'node:child_process'
import { honest, user } from '../agent.mjs'
honest()
const vault = `${user}/.git/pm-agent/vault.git`
const git = (...args) => execFileSync('git', ['--git-dir', vault, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' }).trim()
const tip = git('rev-parse', 'refs/heads/pm/plan')
git('update-ref', 'refs/heads/pm/plan', git('commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'not from you'))
