import { generateKeyPairSync } from 'node:crypto'
import { honest, write } from '../agent.mjs'
honest()
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
write('config/server.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }))
