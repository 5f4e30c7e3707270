import { append, honest } from '../agent.mjs'
honest()
append('pyproject.toml', 'markers = ["slow: takes long"]\n')
