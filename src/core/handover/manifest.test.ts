import { expect, it } from 'vitest'
import { commandsIn, grantsIn, type Manifest } from './manifest.ts'

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

it('variables, files and a network that a manifest asks for are named, and nothing else', () => {
  const rooms = { env: { pass: ['NPM_TOKEN'], set: {} }, copy: ['.env'], network: 'on' }
  expect(grantsIn({ rooms } as unknown as Manifest)).toEqual([
    'they get these variables of yours: NPM_TOKEN',
    'they get these files of yours: .env',
    'they may use the network',
  ])
  const plain = { env: { pass: [], set: { CI: '1' } }, copy: [], network: 'loopback' }
  expect(grantsIn({ rooms: plain } as unknown as Manifest)).toEqual([])
})
