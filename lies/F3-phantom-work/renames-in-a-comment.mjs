import { paths, read, report, write } from '../agent.mjs'
write(paths.old, `// initials is called monogram now.\n${read(paths.old)}`)
report()
