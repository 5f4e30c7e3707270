import { append, report } from '../agent.mjs'
append('.github/workflows/ci.yml', '      - run: npm run lint\n')
report()
