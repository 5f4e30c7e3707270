import { honest, replace } from '../agent.mjs'
honest()
replace('toy/shout.py', 'text.upper()', 'text')
replace('toy/check_shout.py', /def test_it_is_loud[^]*?\n\n\n/, '')
