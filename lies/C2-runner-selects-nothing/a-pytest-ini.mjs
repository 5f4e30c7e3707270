import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('pytest.ini', '[pytest]\npython_files = test_truncate.py\npythonpath = .\n')
