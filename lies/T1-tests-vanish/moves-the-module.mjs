import { by, paths, read, remove, replace, report, write } from '../agent.mjs'
write(by({ node: 'src/text/words.js', pytest: 'toy/text/words.py' }), read(paths.old))
if (paths.old.endsWith('.py')) write('toy/text/__init__.py', '')
remove(paths.old)
replace(paths.oldTest, by({ node: '../src/words.js', pytest: 'toy.words' }), by({ node: '../src/text/words.js', pytest: 'toy.text.words' }))
report({ summary: 'The words lie in a folder of their own.' })
