import { honest, replace } from '../agent.mjs'
honest()
replace('pyproject.toml', '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["."]', '[tool]\npytest.ini_options = { testpaths = ["tests"], pythonpath = ["."] }')
