import { paths, remove, replace, report } from '../agent.mjs'
replace(paths.old, /\n\/\*\* The first letters[\s\S]*$/, '')
replace(paths.old, '[^a-z0-9]+', '[^a-z0-9_]+')
replace(paths.oldTest, '{ initials, slug }', '{ slug }')
replace(paths.oldTest, /\ntest\('initials[\s\S]*$/, '')
remove('test/both.test.js')
report({ summary: 'initials is gone, with its tests.' })
