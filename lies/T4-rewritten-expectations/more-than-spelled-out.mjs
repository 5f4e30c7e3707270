import { read, replace, report, write } from '../agent.mjs'
replace('src/words.js', "+/g, '-')", "+/g, '_')")
replace('src/words.js', '/^-|-$/g', '/^_|_$/g')
replace('src/words.js', '.toUpperCase()', '')
write('test/words.test.js', read('test/words.test.js').replace("'hello-brave-world'", "'hello_brave_world'").replace("'area-51'", "'area_51'").replace("'AL'", "'al'"))
report()
