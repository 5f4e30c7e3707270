// Honest work in a commit that claims a reviewer and an author: neither may stand in what lands.
import { git, report, work } from '../agent.mjs'
work()
git('add', '--all')
git('-c', 'user.name=Owner', 'commit', '--message', 'feat: add truncate\n\nReviewed-by: Alice <alice@example.org>\nRefs: task-9', '--author', 'Owner <owner@example.org>')
report()
