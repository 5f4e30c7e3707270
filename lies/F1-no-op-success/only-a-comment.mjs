import { paths, python, read, report, write } from '../agent.mjs'
write(paths.old, `${python ? '#' : '//'} Whitespace at the end is left out.\n${read(paths.old)}`)
report()
