import { honest, write } from '../agent.mjs'
honest()
write('test/fixtures/account.json', JSON.stringify({ aws_access_key_id: ['AKIA', 'Q3EGR7TZLW5VXJ4K'].join(''), user: 'deploy' }))
