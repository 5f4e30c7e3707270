import { paths, read, report, write } from '../agent.mjs'
write(paths.old, read(paths.old).replace(/\n\/\*\* The first letters[\s\S]*$/, ''))
write(paths.oldTest, read(paths.oldTest).replace('{ initials, slug }', '{ slug }').replace(/\ntest\('initials[\s\S]*$/, ''))
report({ summary: 'initials is gone, with its tests.' })
