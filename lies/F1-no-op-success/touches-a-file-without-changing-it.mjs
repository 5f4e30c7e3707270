import { paths, read, report, write } from '../agent.mjs'
write(paths.old, read(paths.old))
report({ changed_files: [paths.old] })
