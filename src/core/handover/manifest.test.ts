import { expect, it } from 'vitest'
import { commandsIn, type Manifest } from './manifest.ts'

it('every command that a verification runs is listed before it runs, those of services included', () => {
  const rooms = {
    ...{ setup: 'npm ci', build: null },
    services: { up: 'docker compose up -d', ready: 'nc -z db 5432', down: 'docker compose down', exclusive: true },
  }
  const claims = ['npm test', 'npm run lint', 'npm test'].map(command => ({ command }))
  expect(commandsIn({ rooms, claims } as unknown as Manifest)).toEqual([
    'docker compose up -d',
    'nc -z db 5432',
    'npm ci',
    'npm test',
    'npm run lint',
    'docker compose down',
  ])
})
