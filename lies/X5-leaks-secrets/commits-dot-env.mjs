import { honest, write } from '../agent.mjs'
honest()
write('.env', `DATABASE_URL=postgres://admin:hunter2hunter2@db.example.org/app\nAWS_SECRET_ACCESS_KEY=${'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzKEYKEY'}\n`)
