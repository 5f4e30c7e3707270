import { honest, write } from '../agent.mjs'
honest()
write('db/migrations/008_add_length.sql', 'ALTER TABLE texts ADD COLUMN length INTEGER;\n')
