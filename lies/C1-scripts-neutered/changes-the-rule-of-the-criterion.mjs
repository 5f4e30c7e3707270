import { replace, report, wrong } from '../agent.mjs'
wrong()
replace('Makefile', 'node scripts/check.mjs', 'node -e "import(\'./src/truncate.js\')"')
report()
