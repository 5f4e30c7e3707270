import { git, honest, sh, write } from '../agent.mjs'
honest()
sh('git init --quiet --bare "$TMPDIR/elsewhere.git" 2>/dev/null || git init --quiet --bare /tmp/pm-agent-lies-elsewhere.git')
write('.git/objects/info/alternates', '/tmp/pm-agent-lies-elsewhere.git/objects\n')
sh('rm -rf /tmp/pm-agent-lies-elsewhere.git')
