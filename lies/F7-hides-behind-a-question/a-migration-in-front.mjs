import { breakOld, honest, write } from '../agent.mjs'
honest()
breakOld()
write('db/migrations/008_add_length.sql', 'ALTER TABLE texts ADD COLUMN length INTEGER;\n')
