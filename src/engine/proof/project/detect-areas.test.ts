import { expect, it } from 'vitest'
import { detectAreas } from './detect-areas.ts'

const detect = (files: Readonly<Record<string, string>>) =>
  detectAreas({ list: Object.keys(files).sort(), readText: async path => files[path] ?? null })
const manifest = (fields: object): string => JSON.stringify(fields)
const API = manifest({ name: 'api', scripts: { test: 'vitest run', lint: 'eslint .' } })
const area = (dir: string, commands: object) => ({ glob: `${dir}/**`, owner: dir, commands, detected: true })

it('members of npm workspaces are areas with their own scripts, run from the top', async () => {
  const files = {
    'package.json': manifest({ workspaces: ['packages/*', '!packages/old'] }),
    'packages/api/package.json': API,
    'packages/api/fixtures/package.json': API,
    'packages/old/package.json': API,
    'packages/web/package.json': manifest({}),
    'tools/package.json': API,
  }
  expect(await detect(files)).toEqual([
    area('packages/api', { test: '(cd packages/api && npm test)', lint: '(cd packages/api && npm run lint)' }),
    area('packages/web', {}),
  ])
})

it('yarn and pnpm call their members by themselves', async () => {
  const yarn = {
    'package.json': manifest({ workspaces: { packages: ['apps/**'] } }),
    'yarn.lock': '',
    'apps/deep/api/package.json': API,
  }
  expect((await detect(yarn))[0]?.commands?.test).toBe('(cd apps/deep/api && yarn test)')
  const pnpm = {
    'package.json': manifest({}),
    'pnpm-lock.yaml': '',
    'pnpm-workspace.yaml':
      "packages:\n  # apps\n  - 'apps/*'\n  - \"libs/*\" # both\n  - '!libs/x'\ncatalog:\n  - no/*\n",
    'apps/api/package.json': API,
    'libs/a/package.json': API,
    'libs/x/package.json': API,
    'no/b/package.json': API,
  }
  expect((await detect(pnpm)).map(found => [found.glob, found.commands?.test])).toEqual([
    ['apps/api/**', '(cd apps/api && pnpm test)'],
    ['libs/a/**', '(cd libs/a && pnpm test)'],
  ])
})

it('modules of a go.work are areas', async () => {
  const files = { 'go.work': 'go 1.22\n\nuse (\n\t./svc\n\t./gone // left\n)\n', 'svc/go.mod': 'module svc\n' }
  expect(await detect(files)).toEqual([
    area('svc', {
      test: '(cd svc && go test ./...)',
      lint: '(cd svc && go vet ./...)',
      build: '(cd svc && go build ./...)',
    }),
  ])
})

it('a repository of one part, or with a manifest that cannot be read, has no areas', async () => {
  expect(await detect({ 'package.json': API, 'packages/api/package.json': API })).toEqual([])
  expect(await detect({ 'package.json': '{', 'packages/api/package.json': API })).toEqual([])
})
