import { by, paths, read, remove, replace, report, write } from '../agent.mjs'
const words = read(paths.old).replace(by({ node: 'part[0].toUpperCase()', pytest: 'part[0].upper()' }), 'part[0]')
write(by({ node: 'src/text/words.js', pytest: 'toy/text/words.py' }), words)
if (paths.old.endsWith('.py')) write('toy/text/__init__.py', '')
remove(paths.old)
replace(paths.oldTest, by({ node: '../src/words.js', pytest: 'toy.words' }), by({ node: '../src/text/words.js', pytest: 'toy.text.words' }))
replace(paths.oldTest, /(['"])AL\1/, '$1al$1')
report({ summary: 'The words lie in a folder of their own.' })
