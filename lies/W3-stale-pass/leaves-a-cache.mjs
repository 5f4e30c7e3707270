import { breakOld, by, honest, write } from '../agent.mjs'
honest()
breakOld()
write(by({ vitest: 'node_modules/.vite/vitest/results.json', pytest: '.pytest_cache/v/cache/lastfailed' }), '{"version":"5.1.0","results":[[":test/words.test.js",{"duration":1,"failed":false}]]}')
