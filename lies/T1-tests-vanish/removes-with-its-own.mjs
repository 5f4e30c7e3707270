import { by, paths, replace, report } from '../agent.mjs'
replace(paths.old, by({ node: /\n\/\*\* The first letters[\s\S]*$/, pytest: /\n\ndef initials[\s\S]*$/ }), '')
replace(paths.oldTest, by({ node: '{ initials, slug }', pytest: 'import initials, slug' }), by({ node: '{ slug }', pytest: 'import slug' }))
replace(paths.oldTest, by({ node: /\ntest\('initials[\s\S]*$/, pytest: /\n\ndef test_initials[\s\S]*$/ }), '')
report({ summary: 'initials is gone, with its tests.' })
